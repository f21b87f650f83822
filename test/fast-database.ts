/** What PostgreSQL does for the case that the machine loses power, which no test does: it takes time, above all on slow disks. */
const offSettings = ['fsync', 'full_page_writes', 'synchronous_commit']

/**
 * Writes settings for tests into a cluster; they hold until it is deleted. A `kill -9` of the database then
 * loses the last commits that it acknowledged.
 * @param run executes a statement as the superuser, outside of a transaction
 */
export async function makeFast(run: (statement: string) => Promise<unknown>): Promise<void> {
  for (const name of offSettings) await run(`alter system set ${name} = off`)
  await run('select pg_reload_conf()')
}
