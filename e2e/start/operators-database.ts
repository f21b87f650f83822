import { createECDH, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { databaseUrl, newFolder, query, startServer } from './server.ts'

/** The PostgreSQL of an operator, without the roles and tables of a portal. */
export interface OperatorsDatabase {
  /** Data folder of the killed server whose PostgreSQL it is; cleanUp() stops it. */
  readonly folder: string
  asSuperuser: (statement: string) => Promise<unknown>
  /** @returns the address of a new database for its owner, who is no superuser */
  newOwnedDatabase(name: string, owner: string): Promise<string>
}

/**
 * Opens an embedded PostgreSQL whose server was killed, and empties it.
 * @param folder data folder of the server
 */
export async function openOperatorsDatabase(folder = join(newFolder(), 'data')): Promise<OperatorsDatabase> {
  const asSuperuser = (statement: string) => query(databaseUrl(folder, 'postgres'), statement)
  const server = await startServer(folder, { env: { SAMPLE_DATA: 'off' } })
  await server.stop('SIGKILL')
  await asSuperuser('drop database suchana with (force)')
  for (const role of ['anon', 'authenticated', 'service_role']) await asSuperuser(`drop role ${role}`)
  return {
    folder,
    asSuperuser,
    newOwnedDatabase: async (name, owner) => {
      await asSuperuser(`create role ${owner} login createrole password 'portal'`)
      await asSuperuser(`create database ${name} owner ${owner}`)
      return Object.assign(new URL(databaseUrl(folder, name)), { username: owner, password: 'portal' }).href
    },
  }
}

/** @returns settings with new keys, which servers on the same database share */
export function newKeys() {
  const pair = createECDH('prime256v1')
  return {
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(24).toString('base64url')}`,
    SUPABASE_JWT_SECRET: randomBytes(48).toString('base64url'),
    VAPID_PUBLIC_KEY: pair.generateKeys('base64url'),
    VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  }
}
