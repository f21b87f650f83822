import { expect, type APIRequestContext } from '@playwright/test'

/** Reads and writes tables as an admin, independently of the page. */
export interface Tables {
  get: <T = Record<string, unknown>>(path: string) => Promise<T[]>
  insert: (table: string, row: object) => Promise<Record<string, unknown> & { id: number }>
  patch: (table: string, id: number, changes: object) => Promise<void>
  remove: (table: string, id: number) => Promise<void>
}

export function tablesOf(request: APIRequestContext, credentials: Record<string, string>): Tables {
  const headers = { ...credentials, prefer: 'return=representation' }
  return {
    async get<T>(path: string) {
      return (await (await request.get(`/rest/v1/${path}`, { headers })).json()) as T[]
    },
    async insert(table, data) {
      const response = await request.post(`/rest/v1/${table}`, { headers, data })
      expect(response.ok(), await response.text()).toBe(true)
      const [row] = (await response.json()) as (Record<string, unknown> & { id: number })[]
      if (!row) throw new Error(`Nothing was inserted into ${table}`)
      return row
    },
    async patch(table, id, data) {
      expect((await request.patch(`/rest/v1/${table}?id=eq.${id}`, { headers, data })).ok()).toBe(true)
    },
    async remove(table, id) {
      expect((await request.delete(`/rest/v1/${table}?id=eq.${id}`, { headers })).ok()).toBe(true)
    },
  }
}
