import type postgres from 'postgres'

/**
 * Fills a migrated, empty database with jobs that state facts, and with the sets of its filters. The same count gives
 * the same jobs: 12 years of them, of which those of the last weeks are open; one in ten states nothing. Every title has
 * 'Recruitment', one in eight 'Railway', one in three 'Online Form'.
 *
 * @param sql connection of the database owner
 */
export async function generateFacts(sql: postgres.Sql, jobs: number): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`insert into organizations (name, slug)
      select 'Organization ' || n, 'organization-' || n from generate_series(1, 400) as n`
    await transaction`select setseed(0.43)`
    await transaction`
      insert into jobs (
        title, slug, status, created_at, organization_id, total_posts, apply_start_date, apply_end_date, apply_link,
        fee_general, fee_sc_st, age_min, age_max, qualifications, states, category_vacancies, eligibility, post_name
      )
      select (array['SSC', 'Railway', 'Bank', 'Police', 'UPSC', 'High Court', 'Navy', 'NHM'])[1 + n % 8] || ' '
               || (array['Clerk', 'Constable', 'Engineer', 'Staff Nurse', 'GD'])[1 + n % 5] || ' Recruitment ' || n
               || case when n % 3 = 0 then ' Online Form' else '' end, 'notice-' || n, case when random() < 0.02 then 'inactive' else 'active' end,
             posted, 1 + floor(400 * random() ^ 3), case when states then floor(10 ^ (random() * 4)) end,
             posted::date, posted::date + 10 + floor(random() * 30)::integer, 'https://apply.example',
             case when states then 100 * floor(random() * 4) end, case when states and random() < 0.7 then 0 end,
             case when states then 18 + floor(random() * 4) end, case when states then 25 + floor(random() * 20) end,
             case when states then array[(rules.qualifications())[1 + floor(8 * random())]] end,
             case when states then array[(rules.states())[1 + floor(37 * random() ^ 2)]] end,
             case when states and random() < 0.5 then '{"general": 10, "obc": 5, "sc": 3}'::jsonb end,
             'Graduates may apply', 'Clerk'
        from (
          select n, random() < 0.9 as states,
                 timestamptz '2026-11-22 12:00+05:30' - (${jobs}::integer - n) * interval '12 years' / ${jobs}::integer as posted
            from generate_series(1, ${jobs}::integer) as n
        ) as job`
  })
  await sql`select published.rebuild_choices('jobs'), search.rebuild()`
  await sql`vacuum analyze`
}
