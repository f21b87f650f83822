import { openDeliveries } from '#backend/push/delivery.ts'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import type { ThreadStart } from '#backend/push/delivery-thread.ts'

/** Runs only the delivery of notifications, as a server does; tests kill this process. */
const start = JSON.parse(process.argv[2] ?? '') as ThreadStart
const sql = openBackgroundConnections(start.databaseUrl)
openDeliveries({ ...start, sql, logFailure: (what, error) => console.error(what, error) }).wake()
process.on('disconnect', () => process.exit())
