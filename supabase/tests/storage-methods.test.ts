import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { pdf } from '#test/pdf.ts'
import { keys, makeDatabase } from './test-database.ts'

/** Every method of the official client's storage: it works, or it is refused with an error of Supabase's storage. */
const database = await makeDatabase('migrated')
const { sql } = database
const { client } = await runBackend(database)

const reader = { email: 'reader@example.org', password: admin.password }
await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role)
  select gen_random_uuid(), ${reader.email}, encrypted_password, now(), aud, role from auth.users where email = ${admin.email}`

type Storage = SupabaseClient['storage']

async function signedIn(account: { email: string; password: string }): Promise<Storage> {
  const user = client()
  expect((await user.auth.signInWithPassword(account)).error).toBe(null)
  return user.storage
}

const roles = {
  visitor: client().storage,
  reader: await signedIn(reader),
  admin: await signedIn(admin),
  server: client(keys.secretKey).storage,
}
type Answers = Record<keyof typeof roles, string>

const everyRole = (answer: string): Answers => ({ visitor: answer, reader: answer, admin: answer, server: answer })
const ok = everyRole('ok')
const adminsOnly: Answers = { visitor: '401 InvalidJWT', reader: '403 AccessDenied', admin: 'ok', server: 'ok' }
const refused = everyRole('409 NotSupported')

const bytes = pdf('every method')
const { data: uploaded } = await roles.admin.from('notices').upload('a.pdf', bytes)
const name = uploaded?.fullPath.replace('notices/', '') ?? ''

type Call = (storage: Storage, bucket: string) => PromiseLike<unknown>
type Table = Record<string, [answers: Answers, call: Call]>

const bucketMethods: Table = {
  listBuckets: [adminsOnly, (storage) => storage.listBuckets()],
  getBucket: [adminsOnly, (storage, bucket) => storage.getBucket(bucket)],
  createBucket: [refused, (storage) => storage.createBucket('mine')],
  updateBucket: [refused, (storage, bucket) => storage.updateBucket(bucket, { public: false })],
  emptyBucket: [refused, (storage, bucket) => storage.emptyBucket(bucket)],
  deleteBucket: [refused, (storage, bucket) => storage.deleteBucket(bucket)],
  getBucketLifecycle: [refused, (storage, bucket) => storage.getBucketLifecycle(bucket)],
  updateBucketLifecycle: [refused, (storage, bucket) => storage.updateBucketLifecycle(bucket, { rules: [] })],
  deleteBucketLifecycle: [refused, (storage, bucket) => storage.deleteBucketLifecycle(bucket)],
  purgeBucketCache: [refused, (storage, bucket) => storage.purgeBucketCache(bucket)],
}

const fileMethods: Table = {
  upload: [adminsOnly, (storage, bucket) => storage.from(bucket).upload('b.pdf', pdf(randomUUID()))],
  update: [adminsOnly, (storage, bucket) => storage.from(bucket).update('b.pdf', pdf(randomUUID()))],
  createSignedUploadUrl: [refused, (storage, bucket) => storage.from(bucket).createSignedUploadUrl('c.pdf')],
  uploadToSignedUrl: [refused, (storage, bucket) => storage.from(bucket).uploadToSignedUrl('c.pdf', 'a.b.c', bytes)],
  move: [refused, (storage, bucket) => storage.from(bucket).move(name, 'b.pdf')],
  copy: [refused, (storage, bucket) => storage.from(bucket).copy(name, 'b.pdf')],
  createSignedUrl: [ok, (storage, bucket) => storage.from(bucket).createSignedUrl(name, 60)],
  createSignedUrls: [ok, (storage, bucket) => storage.from(bucket).createSignedUrls([name], 60)],
  download: [ok, (storage, bucket) => storage.from(bucket).download(name)],
  info: [ok, (storage, bucket) => storage.from(bucket).info(name)],
  exists: [ok, (storage, bucket) => storage.from(bucket).exists(name)],
  getPublicUrl: [ok, async (storage, bucket) => readPublic(storage.from(bucket).getPublicUrl(name).data.publicUrl)],
  purgeCache: [refused, (storage, bucket) => storage.from(bucket).purgeCache(name)],
  list: [adminsOnly, (storage, bucket) => storage.from(bucket).list()],
  listV2: [adminsOnly, (storage, bucket) => storage.from(bucket).listV2()],
  remove: [adminsOnly, (storage, bucket) => storage.from(bucket).remove(['c.pdf'])],
}

const vectors = { vectorBucketName: 'v', indexName: 'i' }
const index = { indexName: 'i', dataType: 'float32', dimension: 1, distanceMetric: 'cosine' } as const
const otherMethods: Record<string, Call> = {
  'vectors.createBucket': (storage) => storage.vectors.createBucket('v'),
  'vectors.getBucket': (storage) => storage.vectors.getBucket('v'),
  'vectors.listBuckets': (storage) => storage.vectors.listBuckets(),
  'vectors.deleteBucket': (storage) => storage.vectors.deleteBucket('v'),
  'vectors.createIndex': (storage) => storage.vectors.from('v').createIndex(index),
  'vectors.listIndexes': (storage) => storage.vectors.from('v').listIndexes(),
  'vectors.getIndex': (storage) => storage.vectors.from('v').getIndex('i'),
  'vectors.deleteIndex': (storage) => storage.vectors.from('v').deleteIndex('i'),
  'vectors.putVectors': (storage) => vectorsOf(storage).putVectors({ vectors: [{ key: 'a', data: { float32: [1] } }] }),
  'vectors.getVectors': (storage) => vectorsOf(storage).getVectors({ keys: ['a'] }),
  'vectors.listVectors': (storage) => vectorsOf(storage).listVectors(),
  'vectors.queryVectors': (storage) => vectorsOf(storage).queryVectors({ queryVector: { float32: [1] }, topK: 1 }),
  'vectors.deleteVectors': (storage) => vectorsOf(storage).deleteVectors({ keys: ['a'] }),
  'analytics.createBucket': (storage) => storage.analytics.createBucket('lake'),
  'analytics.listBuckets': (storage) => storage.analytics.listBuckets(),
  'analytics.deleteBucket': (storage) => storage.analytics.deleteBucket('lake'),
  'analytics.from': (storage) => storage.analytics.from('lake').listNamespaces(),
}

function vectorsOf(storage: Storage) {
  return storage.vectors.from(vectors.vectorBucketName).index(vectors.indexName)
}

/** @returns like a method of the client */
async function readPublic(address: string) {
  const response = await fetch(address)
  return response.ok ? { error: null } : { error: { status: response.status, ...(await response.json()) } }
}

interface Answer {
  error: { status?: number; code?: string } | null
}

/** @returns 'ok', or the status and the code of the error that the client reports or throws */
async function outcomeOf(call: PromiseLike<unknown>): Promise<string> {
  const { error } = await call.then(
    (answer) => answer as Answer,
    (error) => ({ error }) as Answer,
  )
  return error ? `${error.status} ${error.code}` : 'ok'
}

/** Methods of a part of the client, without those that send nothing. */
function methodsOf(part: object): string[] {
  const prototypes = [Object.getPrototypeOf(part), Object.getPrototypeOf(Object.getPrototypeOf(part))]
  const names = prototypes.flatMap((prototype) => Object.getOwnPropertyNames(prototype))
  return [...new Set(names)].filter((method) => !inner.has(method) && !method.startsWith('_')).toSorted()
}

const inner = new Set(
  `constructor from index vectors analytics throwOnError setHeader handleOperation bucketLifecycleUrl
    listBucketOptionsToQueryString uploadOrUpdate prepareUploadFormData encodeMetadata toBase64 applyTransformOptsToQuery
    hasOwnProperty isPrototypeOf propertyIsEnumerable toString toLocaleString valueOf`.split(/\s+/),
)

describe('every method of the official client', () => {
  test('the tables below hold every method of the installed client', () => {
    const { vectors: vector, analytics } = roles.visitor
    const sorted = (table: object) => Object.keys(table).toSorted()
    expect(sorted(bucketMethods)).toEqual(methodsOf(roles.visitor))
    expect(sorted(fileMethods)).toEqual(methodsOf(roles.visitor.from('notices')))
    const vectorMethods = [vector, vector.from('v'), vector.from('v').index('i')].flatMap(methodsOf)
    expect(sorted(otherMethods)).toEqual(
      [
        ...vectorMethods.map((method) => `vectors.${method}`),
        ...methodsOf(analytics).map((method) => `analytics.${method}`),
        'analytics.from',
      ].toSorted(),
    )
  })

  test.each(Object.entries({ ...bucketMethods, ...fileMethods }))('%s works or is refused', async (_name, entry) => {
    const [answers, call] = entry
    for (const [role, storage] of Object.entries(roles)) {
      expect([role, await outcomeOf(call(storage, 'notices'))]).toEqual([role, answers[role as keyof Answers]])
    }
  })

  test.each(Object.entries(otherMethods))('%s is refused', async (_name, call) => {
    for (const storage of Object.values(roles)) {
      expect(await outcomeOf(call(storage, 'notices'))).toMatch(/^409 (NotSupported|undefined)$/)
    }
  })

  const ofBuckets = Object.entries({ ...bucketMethods, ...fileMethods }).filter(
    ([method, [answers]]) => answers !== refused && method !== 'listBuckets',
  )

  test.each(ofBuckets)('%s finds no other bucket', async (_name, [, call]) => {
    expect(await outcomeOf(call(roles.admin, 'others'))).toBe('404 NoSuchBucket')
  })
})
