import { describe, expect, test } from 'vitest'
import { as, become, server, signIn, visitor } from './database-users.ts'
import { contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const staff = await signIn(sql, 'admin')

const edited = [...contentTables, 'categories', 'organizations', 'recruitments']
const accessDenied = { code: '42501' }

/** @returns privileges on whole tables and views of every schema, as 'TABLE VERB' */
async function tableRights(role: string): Promise<string[]> {
  const rights = await sql<{ name: string }[]>`
    select relnamespace::regnamespace || '.' || relname || ' ' || privilege_type as name
      from pg_class, aclexplode(relacl)
     where grantee = ${role}::regrole or (grantee = 0 and relnamespace::regnamespace::text !~ '^(pg_catalog|information_schema)$')`
  return rights.map(({ name }) => name.replace(/^public\./, '')).sort()
}

/** @returns privileges on single columns of every schema: 'TABLE VERB' to column names */
async function columnRights(role: string): Promise<Record<string, string>> {
  const rights = await sql<{ name: string; columns: string }[]>`
    select attrelid::regclass || ' ' || privilege_type as name, string_agg(attname, ' ' order by attname) as columns
      from pg_attribute, aclexplode(attacl) where grantee = ${role}::regrole group by 1 order by 1`
  return Object.fromEntries(rights.map(({ name, columns }) => [name, columns]))
}

/** @returns functions of every schema that a role may call, except those of PostgreSQL and its extensions */
async function callable(role: string): Promise<string[]> {
  const functions = await sql<{ name: string }[]>`
    select distinct pronamespace::regnamespace || '.' || proname as name from pg_proc
     where pronamespace::regnamespace::text !~ '^(pg_catalog|information_schema|extensions|auth)$'
       and has_function_privilege(${role}, oid, 'execute')`
  return functions.map(({ name }) => name).sort()
}

const selects = (tables: readonly string[]) => tables.map((table) => `${table} SELECT`)
const counts = 'published.notice_counts'
const published = [
  'content.kinds',
  'corrections',
  'published.days',
  'published.newest_changes',
  'published.notices',
  'published.choices',
  'published.listed',
  'published.organization_totals',
  ...contentTables.flatMap((table) => ['', '_changes'].map((view) => `published.${table}${view}`)),
]
const reading = [
  'calendar_days',
  'calendar_events',
  'calendar_notices',
  'filtered_facts',
  'filtered_list',
  'filtered_search',
  'filters_that_find',
  'home_board',
  'list_notices',
  'newest_notices',
  'corrected_notices',
  'notice_states',
  'notice_with_siblings',
  'preview_notice',
  'push_follows',
  'push_list_topics',
  'push_preferences',
  'push_topics',
  'recruitment_page',
  'resolve_slug',
  'search_notices',
  'search_suggestions',
  'sitemap',
  'sitemap_changes',
  'sitemap_entries',
  'trending_notices',
].map((name) => `public.${name}`)
const inside = [
  'age_set',
  'cards_in_order',
  'cards_of',
  'checked_filters',
  'containing',
  'corrections_in',
  'corrections_of',
  'counts',
  'dated_statement',
  'facts_statement',
  'few_found',
  'filter',
  'first_of',
  'fitting',
  'home_sections',
  'id_of_slug',
  'ids_of',
  'in_order',
  'is_content_table',
  'is_public',
  'joined',
  'kind_with_filters',
  'kinds_with_filters',
  'lately_corrected',
  'lately_withdrawn',
  'list_page',
  'meaning',
  'no_notices',
  'only',
  'page_of',
  'page_size',
  'plain_counts',
  'plain_page',
  'ranked_of',
  'set_from',
  'set_of',
  'set_of_meaning',
  'set_of_phrase',
  'set_of_terms',
  'siblings',
  'sitemap_parts',
  'sitemap_rows',
  'stages',
  'stated_choices',
  'text_counts',
  'text_sets',
  'under_others',
  'unstated_fee',
  'vacancy_steps',
  'visible_changes',
  'wanted_fields',
  'without_text',
].map((name) => `published.${name}`)
const searchIndex = [
  'entries',
  'terms',
  'words',
  'pairs',
  'pair_starts',
  'letters',
  'plain_words',
  'meanings',
  'ranks',
  'sets',
].map((table) => `search.${table}`)
const searching = [
  'all_hits',
  'best',
  'best_with',
  'between_words',
  'cards',
  'cards_of',
  'close_in_list',
  'close_to',
  'conditions_of',
  'count_found',
  'drivers',
  'drivers_of',
  'entries_with',
  'entry_of',
  'field_text',
  'fold',
  'found',
  'frequent',
  'frequent_keys',
  'is_pair_start',
  'keys',
  'keys_of',
  'last_priority',
  'letter_drivers',
  'letters_in',
  'marks_of',
  'newest_of',
  'newest_titled',
  'newest_with',
  'other_text',
  'phrases_for',
  'plain_words',
  'relevance',
  'runs_in',
  'set_key',
  'settled',
  'slots',
  'split',
  'terms_in',
  'terms_of',
  'terms_with',
  'trimmed',
  'whole_word',
  'words_in',
].map((name) => `search.${name}`)
const insertsOfVisitors = {
  'analytics_events INSERT': 'event_type page user_agent',
  'contact_messages INSERT': 'email message name subject',
  'mistake_reports INSERT': 'attempt content_table message reason record_id',
  'newsletter_subscribers INSERT': 'email',
}
/** Columns that signed-in users may write. The policies restrict this to staff. */
const written: Record<string, string> = {
  jobs: 'admit_card_date advertisement_no age_as_on age_max age_min age_relaxation age_relaxations apply_end_date apply_link apply_start_date category_fees category_id category_vacancies checked_at description display_order eligibility exam_date fee_female fee_general fee_payment_date fee_sc_st gender graduate_fields is_featured is_quick_link location meta_description meta_title notification_link official_website organization_id plan post_group post_name post_time qualifications recruitment_id required_documents result_date selection_process slug states status title total_posts',
  results:
    'admit_card_date apply_end_date apply_link apply_start_date category_id checked_at correction_end_date correction_start_date cutoffs display_order exam_name fee_payment_date is_featured is_quick_link meta_description meta_title notification_link official_website organization_id pe_exam_date plan pm_pmm_exam_date post_name post_time recruitment_id result_date result_declared_date result_pdf_url slug status title',
  admit_cards:
    'admit_card_available_date admit_card_download_last_date admit_card_url category_id checked_at display_order download_link exam_city_date exam_date exam_name exam_shift_date is_featured is_quick_link meta_description meta_title notification_link official_website organization_id plan post_name post_time recruitment_id slug status title',
  answer_keys:
    'admit_card_date answer_key_release_date answer_key_url category_id checked_at display_order download_link exam_date exam_name is_featured is_quick_link meta_description meta_title notification_link objection_end_date objection_start_date objection_url official_website organization_id plan post_name post_time recruitment_id result_date slug status title',
  admissions:
    'admission_notice_url admit_card_date age_as_on age_max age_min age_relaxation age_relaxations application_end application_start apply_end_date apply_link apply_online_url apply_start_date category_fees category_id category_vacancies checked_at correction_end_date correction_start_date counselling_date course_name display_order eligibility entrance_exam_date fee_general fee_obc fee_payment_date fee_sc_st gender graduate_fields institution_name is_featured is_quick_link meta_description meta_title notification_link official_website organization_id plan post_group post_time qualifications recruitment_id result_date slug states status title',
  documents:
    'category_id checked_at description display_order document_type document_url file_url is_featured is_quick_link meta_description meta_title organization_id plan post_time recruitment_id slug status title',
  syllabus:
    'category_id checked_at content display_order exam_name is_featured meta_description meta_title organization_id plan post_time recruitment_id slug status subject title',
  categories: 'is_active name parent_id slug sort_order',
  organizations: 'description is_active logo_url name slug website_url',
  recruitments: 'organization_id slug title',
  search_words: 'means written',
}

/**
 * Reads the body of every function that runs with the rights of its caller, and finds the functions that it calls: qualified
 * names before a parenthesis, except `'name()'::regprocedure`, which calls nothing. search.rebuild is left out: it creates
 * indexes, which only the owner of the tables may do.
 */
test.each(['anon', 'authenticated', 'service_role'])(
  '%s may call what the functions call that it may call',
  async (role) => {
    const refused = await sql`
    with functions as (
      select oid, pronamespace::regnamespace || '.' || proname as name, prosecdef,
             coalesce(nullif(prosrc, ''), pg_get_functiondef(oid)) as body,
             has_function_privilege(${role}, oid, 'execute') as is_granted
        from pg_proc
       where pronamespace::regnamespace::text !~ '^(pg_|information_schema|extensions|auth)' and prokind = 'f'
    )
    select caller.name as caller, called.name as called from functions as caller join functions as called
      on caller.oid <> called.oid and caller.body ~ ('\\m' || replace(called.name, '.', '\\.') || '\\s*\\((?!\\)'')')
     where caller.is_granted and not caller.prosecdef and not called.is_granted and caller.name <> 'search.rebuild'`
    expect(refused).toEqual([])
  },
)

describe('privileges of visitors', () => {
  test('visitors may read notices and the rows that notices refer to, and no other table', async () => {
    expect(await tableRights('anon')).toEqual(
      selects([...edited, ...published, counts, ...searchIndex, 'search_words']).sort(),
    )
  })

  test('visitors may insert e-mail addresses, messages, reports and page views, and no other row', async () => {
    expect(await columnRights('anon')).toEqual(insertsOfVisitors)
  })

  test('visitors may call the functions that read, and no other', async () => {
    const rules = ['applicant_categories', 'long_texts', 'qualifications', 'states', 'visible'].map(
      (name) => `rules.${name}`,
    )
    expect(await callable('anon')).toEqual([...reading, ...inside, ...searching, ...rules].sort())
  })
})

describe('privileges of signed-in users', () => {
  test('signed-in users have no table privileges except those that the policies restrict to staff', async () => {
    const read = selects([
      ...edited,
      ...published,
      counts,
      ...searchIndex,
      'search_words',
      'newsletter_subscribers',
      'analytics_events',
      'page_view_days',
      'profiles',
    ])
    const files = [
      'contact_messages DELETE',
      'contact_messages SELECT',
      'files.store SELECT',
      'mistake_reports DELETE',
      'mistake_reports SELECT',
      'notice_plans SELECT',
      'storage.objects DELETE',
      'storage.objects SELECT',
    ]
    const remove = [...edited, 'search_words'].map((table) => `${table} DELETE`)
    expect(await tableRights('authenticated')).toEqual([...read, ...remove, ...files].sort())
  })

  test('signed-in users may write every field except the generated ones', async () => {
    expect(await columnRights('authenticated')).toEqual({
      ...insertsOfVisitors,
      ...Object.fromEntries(
        Object.entries(written).flatMap(([table, columns]) =>
          ['INSERT', 'UPDATE'].map((verb) => [`${table} ${verb}`, columns]),
        ),
      ),
      'mistake_reports UPDATE': 'done_at',
      'notice_previews SELECT': 'content_table created_at created_by expires_at id record_id',
      'push_subscriptions SELECT': 'created_at id is_active preferences updated_at userAgent',
      'storage.objects INSERT': 'bucket_id metadata name owner_id user_metadata',
      'storage.objects UPDATE': 'metadata updated_at',
    })
  })

  test('signed-in users may call the functions that read and the rules of the columns they write, and no other', async () => {
    const rules = [
      'applicant_categories',
      'filter_slugs',
      'genders',
      'has_session',
      'is_by_category',
      'is_selection',
      'is_slug',
      'is_web_link',
      'is_word_list',
      'long_texts',
      'moment_of',
      'post_groups',
      'qualifications',
      'require_session',
      'states',
      'tidied',
      'unprintable',
      'visible',
    ].map((name) => `rules.${name}`)
    const ofStaff = [
      'activity',
      'activity_people',
      'admin_count',
      'admin_counts',
      'admin_search',
      'cancel_invitation',
      'change_push',
      'change_staff_member',
      'end_staff_session',
      'bin_count',
      'bin_items',
      'change_rows',
      'delete_for_ever',
      'delete_messages',
      'delete_rows',
      'create_preview',
      'end_previews',
      'dead_link_count',
      'dead_links',
      'correct_last_date',
      'date_followers',
      'finish_reports',
      'is_admin',
      'notice_surroundings',
      'is_staff',
      'keep_record_open',
      'may_delete',
      'push_growth',
      'push_history',
      'push_history_count',
      'push_open',
      'reassign_and_delete',
      'record_history',
      'reference_uses',
      'remove_second_factor',
      'rename_staff_member',
      'reported_notices',
      'restore_deleted',
      'staff_access',
      'row_authors',
      'row_of_act',
      'staff_members',
      'undo_act',
    ].map((name) => `public.${name}`)
    const ofReferences = [
      'content.as_stored',
      'content.check_reference_table',
      'content.is_edited_table',
      'content.has_values',
      'content.move_follows',
      'content.references_to',
      'content.require_editor_of',
    ]
    const all = [...reading, ...inside, ...searching, ...rules, ...ofStaff, ...ofReferences]
    expect(await callable('authenticated')).toEqual(all.sort())
  })
})

describe('statements that are denied', () => {
  test.each([
    [
      'an address with a date',
      visitor,
      `insert into newsletter_subscribers (email, created_at) values ('a@b.in', now())`,
    ],
    [
      'an address with an id',
      visitor,
      `insert into newsletter_subscribers (id, email) overriding system value values (1, 'a@b.in')`,
    ],
    ['the address back', visitor, `insert into newsletter_subscribers (email) values ('a@b.in') returning email`],
    ['the id back', visitor, `insert into newsletter_subscribers (email) values ('a@b.in') returning id`],
    [
      'a page view of another time',
      visitor,
      `insert into analytics_events (event_type, page, created_at) values ('page_view', '/', now())`,
    ],
    ['the keys of a push subscription', staff, 'select p256dh, auth from push_subscriptions'],
    ['the endpoint of a push subscription', staff, 'select endpoint from push_subscriptions'],
    ['what somebody follows', staff, 'select * from push.follows'],
    ['what visitors follow', visitor, 'select * from push.follows'],
    ['the bin', staff, 'select * from bin.items'],
    ['a way around the bin', staff, `select bin.restore_table('jobs', '{1}')`],
    ['an event of their own', staff, 'select push.settle_event(array[1], null)'],
    ['every column of it', staff, 'select * from push_subscriptions'],
    ['a role of their own', staff, `update profiles set role = 'admin'`],
    ['a person more', staff, 'insert into profiles (id) values (gen_random_uuid())'],
    ['the time of a notice', staff, 'update jobs set created_at = now()'],
    ['the number of its views', staff, 'update jobs set view_count = 1'],
    ['another text in a report', staff, `update mistake_reports set message = 'x'`],
    ['the reports of others', visitor, 'select message from mistake_reports'],
    ['what is planned', visitor, 'select * from notice_plans'],
    ['a plan without its notice', staff, `update notice_plans set state = 'hidden'`],
    ['the secrets of previews', staff, 'select token_hash from notice_previews'],
    ['a preview of their own', visitor, `select create_preview('jobs', 1)`],
    ['a count of views', staff, 'select rules.count_page_views(1)'],
    ['a view in the queue', staff, `insert into rules.uncounted_views values ('/jobs/a')`],
    ['everything at once', staff, 'truncate jobs'],
    ['accounts', staff, 'select * from auth.users'],
    ['sessions', staff, 'select * from auth.sessions'],
    ['migrations', staff, 'select * from supabase_migrations.schema_migrations'],
    ['changes', staff, 'select * from outbox.changes'],
    ['the history', staff, 'select * from history.changes'],
    ['names of the history', server, 'select * from history.people'],
    ['changes that never happened', staff, `insert into outbox.changes (table_name, kind) values ('jobs', 'MANY')`],
    ['tables of their own', staff, 'create table public.mine (id int)'],
  ])('access is denied: %s', async (_what, person, statement) => {
    await expect(as(sql, person, (by) => by.unsafe(statement))).rejects.toMatchObject(accessDenied)
  })

  test('a table and a function of a later migration without grants are accessible to the server alone', async () => {
    await sql.begin(async (transaction) => {
      await transaction`create table public.later (id int)`
      await transaction`create sequence public.later_numbers`
      await transaction`create function public.later_function() returns int language sql return 1`
      for (const { role } of [visitor, staff]) {
        const [rights] =
          await transaction`select has_table_privilege(${role}, 'public.later', 'select, insert, update, delete') as table,
          has_sequence_privilege(${role}, 'public.later_numbers', 'usage, select') as sequence,
          has_function_privilege(${role}, 'public.later_function()', 'execute') as function`
        expect(rights).toEqual({ table: false, sequence: false, function: false })
      }
      await become(transaction, server)
      expect(
        await transaction`select public.later_function() from (select count(*) from public.later) as rows`,
      ).toHaveLength(1)
    })
  })

  test.each(['anon', 'authenticated', 'service_role'])(
    '%s cannot log in and has no powers over the server',
    async (role) => {
      const [row] = await sql`select rolsuper, rolcanlogin, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
      from pg_roles where rolname = ${role}`
      const powers = {
        rolsuper: false,
        rolcanlogin: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
      }
      expect(row).toEqual({ ...powers, rolbypassrls: role === 'service_role' })
    },
  )

  test('functions with the rights of their owner are these, each with an empty search_path', async () => {
    const functions = await sql`select oid::regproc::text as name, proconfig as settings from pg_proc
      where prosecdef and pronamespace::regnamespace::text <> 'pg_catalog' order by 1`
    const inRules = [
      'account_of',
      'add_factor',
      'begin_recovery',
      'begin_session',
      'change_password',
      'count_page_views',
      'delete_bin_items',
      'delete_corrections',
      'delete_history',
      'delete_sign_in_events',
      'end_other_sessions',
      'end_requested_link',
      'end_session',
      'factors_of',
      'has_password',
      'has_session',
      'invite',
      'limit_reports',
      'limit_subscribers',
      'link_state',
      'one_message',
      'password_of',
      'password_of_session',
      'queue_views',
      'record_corrections',
      'refresh_session',
      'remember_slug',
      'remove_factors',
      'request_recovery',
      'require_second_factor',
      'signed_in_lately',
      'session_state',
      'set_recovery_codes',
      'sign_out',
      'start_session',
      'use_link',
      'use_recovery_code',
      'verify_factor',
      'unused_files',
    ].map((name) => `rules.${name}`)
    const names = [
      'activity',
      'activity_people',
      'admin_count',
      'admin_counts',
      'admin_search',
      'cancel_invitation',
      'bin.put',
      'bin.take_out',
      'bin_count',
      'bin_items',
      'change_push',
      'change_staff_member',
      'content.is_edited_table',
      'content.move_follows',
      'end_staff_session',
      'delete_for_ever',
      'content.reject_cycle',
      'content.write_plan',
      'create_preview',
      'end_previews',
      'dead_link_count',
      'dead_links',
      'correct_last_date',
      'date_followers',
      'finish_reports',
      'history.record_changes',
      'history.record_row',
      'is_admin',
      'links.checks_of',
      'links.claim',
      'links.collect',
      'links.dead',
      'links.store',
      'notice_surroundings',
      'is_staff',
      'keep_record_open',
      'outbox.record_changes',
      'outbox.record_check',
      'published.corrections_in',
      'preview_notice',
      'published.count_notices',
      'published.count_organization',
      'published.index_choices',
      'published.index_days',
      'published.lately_corrected',
      'published.lately_withdrawn',
      'push.count_days',
      'push.write_events',
      'push_follows',
      'push_growth',
      'push_history',
      'push_history_count',
      'push_list_topics',
      'push_open',
      'push_preferences',
      'push_topics',
      'reassign_and_delete',
      'record_history',
      'remove_second_factor',
      'rename_staff_member',
      'reported_notices',
      'resolve_slug',
      'restore_deleted',
      'row_authors',
      'row_of_act',
      ...inRules,
      'search.collect_meanings',
      'search.count_terms',
      'search.index_notices',
      'staff.check_name',
      'staff_access',
      'staff_members',
      'undo_act',
    ]
    expect(functions).toEqual(
      names.toSorted().map((name) => ({ name, settings: expect.arrayContaining(['search_path=""']) })),
    )
  })
})
