import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createClient as createEarlyClient } from 'supabase-js-2-39'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newSubscription } from './push-client.ts'
import { until } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { pdf } from '#test/pdf.ts'
import { keys, makeDatabase } from './test-database.ts'

/** One pass through the contract with the oldest official client that has to work and with the newest. */
const database = await makeDatabase('sample')
const { url } = await runBackend(database)

const options = { auth: { persistSession: false, autoRefreshToken: false } }
const versions: [version: string, open: () => SupabaseClient][] = [
  ['2.39', () => createEarlyClient(url, keys.publishableKey, options) as unknown as SupabaseClient],
  ['2.119', () => createClient(url, keys.publishableKey, options)],
]

describe.each(versions)('supabase-js %s', (version, open) => {
  async function signIn() {
    const by = open()
    const { data, error } = await by.auth.signInWithPassword(admin)
    expect(error).toBe(null)
    return { by, session: data.session }
  }

  test('a visitor reads, filters, orders, counts and embeds rows', async () => {
    const visitor = open()
    const listed = await visitor
      .from('jobs')
      .select('id, title, organizations(name)', { count: 'exact' })
      .ilike('title', '%railway%')
      .not('organization_id', 'is', null)
      .order('posted_at', { ascending: false })
      .range(0, 1)
    expect(listed).toMatchObject({ status: 206, error: null, count: 4 })
    expect(listed.data).toEqual(
      [1, 2].map(() => ({
        id: expect.any(Number),
        title: expect.any(String),
        organizations: { name: expect.any(String) },
      })),
    )
    const counted = await visitor.from('jobs').select('*', { count: 'exact', head: true }).eq('status', 'active')
    expect(counted).toMatchObject({ data: null, error: null, status: 200, count: expect.any(Number) })
    const { data: one } = await visitor.from('jobs').select('slug').eq('id', listed.data?.[0]?.id).single()
    expect(one).toEqual({ slug: expect.any(String) })
    expect(await visitor.from('jobs').select('slug').eq('id', 0).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
    expect((await visitor.from('jobs').select('slug').eq('id', 0).single()).error?.code).toBe('PGRST116')
    expect((await visitor.from('job').select('id')).error).toMatchObject({
      code: 'PGRST205',
      hint: "Perhaps you meant the table 'public.jobs'",
    })
  })

  test('an admin writes rows, and a visitor may not', async () => {
    const { by } = await signIn()
    const slug = `by-client-${version.replace('.', '-')}`
    const jobs = () => by.from('jobs')
    const added = await jobs().insert({ title: 'By a client', slug }).select('id, slug, status').single()
    expect(added).toMatchObject({ status: 201, error: null, data: { slug, status: 'active' } })
    const id = added.data?.id
    expect(await jobs().update({ title: 'Changed' }).eq('id', id).select('title')).toMatchObject({
      data: [{ title: 'Changed' }],
    })
    expect(await jobs().upsert({ title: 'Again', slug }, { onConflict: 'slug' }).select('title')).toMatchObject({
      data: [{ title: 'Again' }],
    })
    expect((await open().from('jobs').update({ title: 'Mine' }).eq('id', id)).error?.code).toBe('42501')
    expect((await jobs().update({ nothing: 1 }).eq('id', id)).error?.code).toBe('PGRST204')
    expect(await jobs().delete().eq('id', id)).toMatchObject({ status: 204, error: null })
  })

  test('functions are called by POST, GET and HEAD', async () => {
    const visitor = open()
    const { by } = await signIn()
    for (const client of [visitor, by]) {
      expect(await client.rpc('home_board', {})).toMatchObject({ data: expect.any(Object), error: null, status: 200 })
      const slugs = { content_table: 'jobs', slug: 'no-such-job' }
      const posted = await client.rpc('resolve_slug', slugs)
      expect(posted).toMatchObject({ error: null, status: 200 })
      // Clients before 2.40 do not know the option "get"; they call by POST, with the same answer.
      expect((await client.rpc('resolve_slug', slugs, { get: true })).data).toEqual(posted.data)
      expect(await client.rpc('resolve_slug', slugs, { head: true, count: 'exact' })).toMatchObject({
        data: null,
        error: null,
        status: 200,
        count: 1,
      })
    }
    expect((await visitor.rpc('home_bord')).error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.home_board',
    })
  })

  test('an admin signs in, refreshes the session and signs out', async () => {
    const { by, session } = await signIn()
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 1800, user: { email: admin.email } })
    const { data: refreshed, error } = await by.auth.refreshSession()
    expect(error).toBe(null)
    expect(refreshed.session?.refresh_token).not.toBe(session?.refresh_token)
    expect((await by.auth.getUser()).data.user).toMatchObject({ id: session?.user.id, role: 'authenticated' })
    const { data: level } = await by.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    expect((await by.from('profiles').select('role')).data).toEqual([{ role: 'admin' }])
    expect((await by.auth.signOut()).error).toBe(null)
    const token = refreshed.session?.access_token
    expect((await open().auth.getUser(token)).error).not.toBe(null)
    const wrong = await open().auth.signInWithPassword({ ...admin, password: 'a wrong password' })
    expect(wrong.error).toMatchObject({ status: 400, message: 'Invalid login credentials' })
  })

  test('changes of rows arrive, those of a hidden one at an admin alone', async () => {
    const { by, session } = await signIn()
    const visitor = open()
    // Otherwise the newest client may join as a visitor, and send its token later.
    await by.realtime.setAuth(session?.access_token ?? null)
    onTestFinished(() => {
      void visitor.removeAllChannels()
      void by.removeAllChannels()
    })
    const listen = async (client: SupabaseClient) => {
      const received: string[] = []
      let isListening = false
      client
        .channel('recruitments and jobs')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'jobs' }, ({ eventType, new: row, old }) =>
          received.push(`${eventType} ${'title' in row ? row['title'] : typeof old['id' as keyof typeof old]}`),
        )
        .on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
          isListening ||= extension === 'postgres_changes' && status === 'ok'
        })
        .subscribe()
      await until(() => isListening, 'a subscription')
      return received
    }
    const [seen, all] = [await listen(visitor), await listen(by)]
    const slug = `change-${version.replace('.', '-')}`
    const { data } = await by.from('jobs').insert({ title: 'New', slug, status: 'inactive' }).select('id').single()
    await by.from('jobs').update({ title: 'Shown', status: 'active' }).eq('id', data?.id)
    await by.from('jobs').delete().eq('id', data?.id)
    await until(() => seen.length === 2 && all.length === 3, 'the changes')
    expect(seen).toEqual(['INSERT Shown', 'DELETE number'])
    expect(all).toEqual(['INSERT New', 'UPDATE Shown', 'DELETE number'])
  })

  test('an admin uploads a file, everyone downloads it, and the admin removes it', async () => {
    const { by } = await signIn()
    const bytes = pdf(`by client ${version}`)
    const { data: uploaded, error } = await by.storage
      .from('notices')
      .upload('notice.pdf', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }))
    expect(error).toBe(null)
    // The name comes from the content.
    const path = uploaded?.fullPath.replace(/^notices\//, '') ?? ''
    expect((await by.storage.from('notices').list('', { search: path })).data).toMatchObject([{ name: path }])
    const files = open().storage.from('notices')
    const { data: downloaded } = await files.download(path)
    expect(Buffer.from(await downloaded!.arrayBuffer())).toEqual(bytes)
    const response = await fetch(files.getPublicUrl(path).data.publicUrl)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await files.upload('mine.pdf', new Blob([new Uint8Array(bytes)]))).error).not.toBe(null)
    expect((await by.storage.from('notices').remove([path])).data).toEqual([expect.objectContaining({ name: path })])
    expect((await fetch(files.getPublicUrl(path).data.publicUrl)).status).toBe(404)
  })

  test('the push function is invoked, by an admin also for its figures', async () => {
    const { by } = await signIn()
    const visitor = open()
    const body = newSubscription()
    expect(await visitor.functions.invoke('push-notifications/subscribe', { body })).toMatchObject({
      data: { success: true },
      error: null,
    })
    const figures = 'push-notifications/stats'
    expect((await visitor.functions.invoke(figures, { method: 'GET' })).error).toMatchObject({
      context: { status: 401 },
    })
    const { data, error } = await by.functions.invoke(figures, { method: 'GET' })
    expect([data, error]).toEqual([{ stats: expect.any(Object) }, null])
  })
})
