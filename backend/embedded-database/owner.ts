import { createHmac } from 'node:crypto'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { statementTimeouts } from '#backend/database/request-roles.ts'
import { readPassword, superuser } from './cluster.ts'
import { handOver } from './hand-over.ts'

const databaseName = 'suchana'
const owner = 'suchana'

/**
 * The address for everything that the server does. Its user owns the database and nothing else: it can neither read files,
 * run programs, nor change roles.
 * @param cluster real path of the cluster
 */
export function addressOf(cluster: string, port: number): string {
  return `postgres://${owner}:${ownerPassword(cluster)}@127.0.0.1:${port}/${databaseName}`
}

/**
 * @param cluster real path of the cluster
 * @returns the address of one of its databases for its superuser, which only prepares the owner
 */
export function superuserAddress(cluster: string, port: number, name = databaseName): string {
  return `postgres://${superuser}:${readPassword(cluster)}@127.0.0.1:${port}/${name}`
}

/** Derived, so that the cluster has one secret. */
function ownerPassword(cluster: string): string {
  return createHmac('sha256', readPassword(cluster)).update(`password of ${owner}`).digest('base64url')
}

/**
 * Creates the database with its owner. A database of an earlier version, which the superuser owned, is handed over.
 * Source: docs/decisions/035
 */
export async function prepareOwner(cluster: string, port: number): Promise<void> {
  await asSuperuser(superuserAddress(cluster, port, 'postgres'), async (sql) => {
    const [role] = await sql`select from pg_roles where rolname = ${owner}`
    if (!role) await sql.begin((transaction) => createOwner(transaction, ownerPassword(cluster)))
    const [database] = await sql<{ isReady: boolean }[]>`select datdba = ${owner}::regrole as "isReady" from pg_database
      where datname = ${databaseName}`
    if (!database) await sql`create database ${sql(databaseName)} owner ${sql(owner)}`
    else if (!database.isReady)
      await asSuperuser(superuserAddress(cluster, port), (inside) => handOver(inside, databaseName, owner))
  })
}

async function asSuperuser(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

/** The roles of requests are created here as well, since the owner may not create any. */
async function createOwner(sql: TransactionSql, password: string): Promise<void> {
  await sql.unsafe(`create role ${owner} login password '${password}'`)
  for (const name of Object.keys(statementTimeouts)) {
    const [role] = await sql`select from pg_roles where rolname = ${name}`
    if (!role) await sql`create role ${sql(name)} nologin noinherit`
    await sql`grant ${sql(name)} to ${sql(owner)}`
  }
  await sql`alter role service_role bypassrls`
}
