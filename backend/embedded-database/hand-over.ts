import type { ISql, Sql } from 'postgres'

/**
 * Makes a role the owner of a database and of everything in it, in one transaction. "reassign owned" refuses to take
 * objects from the first superuser, so each one is named. What belongs to extensions stays with the superuser.
 * @param sql connection of the superuser to that database
 */
export async function handOver(sql: Sql, database: string, owner: string): Promise<void> {
  await sql.begin(async (transaction) => {
    const rows = await transaction<{ statement: string }[]>`
      with own as (
        select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
      ), member as (
        select classid, objid from pg_depend where deptype = 'e'
      )
      select format('alter schema %I owner to %I', nspname, ${owner}::text) as statement
        from pg_namespace join own using (oid, nspname) where nspowner = current_user::regrole
      union all
      select format('alter table %s owner to %I', oid::regclass, ${owner}::text) from pg_class
       where relowner = current_user::regrole and relnamespace in (select oid from own)
         and (relkind in ('r', 'p', 'v', 'm', 'f') or relkind = 'S' and not exists (
           select from pg_depend where objid = pg_class.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i')))
         and ('pg_class'::regclass, oid) not in (select classid, objid from member)
      union all
      select format('alter routine %s owner to %I', oid::regprocedure, ${owner}::text) from pg_proc
       where proowner = current_user::regrole and pronamespace in (select oid from own)
         and ('pg_proc'::regclass, oid) not in (select classid, objid from member)
      union all
      select format('alter type %s owner to %I', oid::regtype, ${owner}::text) from pg_type
       where typowner = current_user::regrole and typnamespace in (select oid from own)
         and (typtype in ('e', 'd', 'r') or typrelid in (select oid from pg_class where relkind = 'c'))
         and ('pg_type'::regclass, oid) not in (select classid, objid from member)
      union all
      ${defaultPrivileges(transaction, owner)}
      union all
      select format('alter database %I owner to %I', ${database}::text, ${owner}::text)`
    for (const { statement } of rows) await transaction.unsafe(statement)
  })
}

/** Default privileges belong to the role that creates an object: those of the superuser are set for the owner too. */
function defaultPrivileges(sql: ISql, owner: string) {
  return sql`(
    with given as (
      select defaclacl as acl, defaclnamespace as schema, format('alter default privileges for role %I %s', ${owner}::text,
               (select format('in schema %I ', nspname) from pg_namespace where oid = defaclnamespace)) as start,
             case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
                                when 'T' then 'types' else 'schemas' end as objects
        from pg_default_acl where defaclrole = current_user::regrole
    )
    select start || format('revoke all on %s from public', objects) from given where schema = 0
    union all
    select start || format('grant %s on %s to %s', privilege_type, objects,
                           case grantee when 0 then 'public' else quote_ident(grantee::regrole::text) end)
      from given, aclexplode(acl) where grantee <> current_user::regrole
  )`
}
