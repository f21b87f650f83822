import { expect, test } from 'vitest'
import type { AdminClient } from './admin-client.ts'
import { followTable } from './live-table.ts'

test('a table that is followed again before the server has answered that it is left has a channel of its own', () => {
  const names: string[] = []
  const channel = { on: () => channel, subscribe: () => channel }
  const client = {
    channel: (name: string) => {
      names.push(name)
      return channel
    },
    removeChannel: () => Promise.resolve('ok'),
  } as unknown as AdminClient
  const listener = { changed: () => {}, connected: () => {} }
  followTable(client, 'jobs', listener)()
  followTable(client, 'jobs', listener)
  expect(new Set(names).size).toBe(2)
})
