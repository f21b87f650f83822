import type postgres from 'postgres'

/**
 * Describes everything in the schemas of this product, without the tables of sign-in, one line per object, so that two databases can be compared.
 * The order of the columns of tables and names of NOT NULL constraints do not count.
 */
export async function describeSchema(sql: postgres.Sql): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    with own as (
      select oid, nspname, nspacl from pg_namespace
       where nspname !~ '^(pg_|information_schema$)' and nspname not in ('auth', 'extensions', 'supabase_migrations')
    ), relation as (
      select nspname || '.' || relname as name, pg_class.* from pg_class join own on own.oid = relnamespace
    ), routine as (
      select pg_proc.* from pg_proc join own on own.oid = pronamespace
    ), line (kind, name, text) as (
      select 'schema', nspname, concat(array(select unnest(nspacl)::text order by 1), obj_description(oid)) from own
      union all
      select 'relation ' || relkind::text, name, concat_ws(' ', relrowsecurity, array(select unnest(relacl)::text order by 1),
             reloptions, obj_description(oid), case when relkind = 'v' then pg_get_viewdef(oid) end)
        from relation where relkind not in ('i', 't')
      union all
      select 'column', name || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity,
             attgenerated, array(select unnest(attacl)::text order by 1), pg_get_expr(adbin, adrelid),
             col_description(relation.oid, attnum))
        from relation join pg_attribute on attrelid = relation.oid
        left join pg_attrdef on adrelid = relation.oid and adnum = attnum
       where relkind in ('r', 'p', 'v', 'c') and attnum > 0 and not attisdropped
      union all
      select 'constraint', name || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
        from relation join pg_constraint on conrelid = relation.oid where contype <> 'n'
      union all
      select 'index', name, pg_get_indexdef(oid) from relation where relkind = 'i'
      union all
      select 'policy', name || '.' || polname, concat_ws(' ', polcmd, polpermissive, array(select unnest(polroles)::regrole::text order by 1),
             pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
        from relation join pg_policy on polrelid = relation.oid
      union all
      select 'trigger', name || '.' || tgname, pg_get_triggerdef(pg_trigger.oid)
        from relation join pg_trigger on tgrelid = relation.oid where not tgisinternal
      union all
      select 'function', oid::regprocedure::text, concat_ws(' ', case when prokind <> 'a' then pg_get_functiondef(oid) end, array(select unnest(proacl)::text order by 1), obj_description(oid))
        from routine
      union all
      select 'aggregate', aggfnoid::regprocedure::text, concat_ws(' ', aggtransfn, aggtranstype::regtype, agginitval)
        from pg_aggregate join routine on routine.oid = aggfnoid
      union all
      select 'attributes', name, array(select attname || ' ' || format_type(atttypid, atttypmod) from pg_attribute
             where attrelid = relation.oid and not attisdropped order by attnum)::text
        from relation where relkind = 'c'
      union all
      select 'comment', name, obj_description(pg_type.oid, 'pg_type') from relation join pg_type on typrelid = relation.oid
       where relkind = 'c'
      union all
      select 'default privileges', concat(defaclrole::regrole, ' ', defaclnamespace::regnamespace, ' ', defaclobjtype),
             array(select unnest(defaclacl)::text order by 1)::text
        from pg_default_acl
    )
    select concat_ws(' ', kind, name, text) as line from line order by 1`
  return lines.map(({ line }) => line)
}
