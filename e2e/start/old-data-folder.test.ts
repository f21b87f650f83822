/**
 * A start on a data folder that a server of an old release has written.
 *
 * The release is commit 8de58805 of 22 November 2026, the last one with the first schema. This is how
 * old-data-folder.tar.br was made:
 *
 * 1. `npm start` as root on a new folder, with ADMIN_EMAIL=asha@example.org, ADMIN_PASSWORD='a password of november',
 *    CONTACT_INBOX=on and the sample notices.
 * 2. Requests such as the site and its admin make: a sign-in with a wrong password and one with the right one; a PDF
 *    and a picture uploaded; an organization added with the picture, and a job with the PDF; another job given a new
 *    title, slug, last date and number of posts; an admit card hidden; a result deleted; a newsletter reader, a message
 *    of the contact page, four page views, a notification to no subscribers, and then a push subscription.
 * 3. `npm run admin -- add ravi@example.org` with the password 'another password of november', then SIGTERM.
 * 4. To make it smaller, PostgreSQL alone was started on the folder with wal_recycle=off, for `select pg_switch_wal()`
 *    and a checkpoint, and stopped. Its postmaster.opts and the files of the build, except one script, were left out.
 *    In the archive, files of the same name from the four databases follow each other, because they are nearly equal.
 *
 * Its keys and passwords belong to no other portal.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  databaseUrl,
  newFolder,
  query,
  shownJobs,
  signIn,
  startServer,
  TROUBLE,
  type Server,
} from './server.ts'

/** The folder that every test reads, and a server on it. */
let server: Server

beforeAll(async () => {
  server = await startServer(unpack())
})
afterAll(cleanUp)

/** Root gives the files to the users that they had, as a user who copies a folder does; others own all of them. */
function unpack(): string {
  const folder = newFolder()
  const archive = brotliDecompressSync(readFileSync(new URL('old-data-folder.tar.br', import.meta.url)))
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  return join(folder, 'data')
}

async function get(path: string): Promise<{ status: number; location: string | null; body: Buffer }> {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, location: response.headers.get('location'), body }
}

test('the start says that it upgrades the schema, and neither creates a database nor loads notices nor shows a password', () => {
  expect(server.output()).toMatch(/^ *\d+\.\d s {2}Database schema: upgraded from the version of 21 November 2026$/m)
  expect(server.output()).not.toMatch(/Creating|Loaded|password/)
})

test('a notice that the old release changed is shown as it was changed, and its old address leads to it', async () => {
  const old = await get('/jobs/upsc-cds-i-2027-online-form')
  expect([old.status, old.location]).toEqual([301, '/jobs/upsc-cds-i-2027-last-date-extended'])
  const { status, body } = await get('/jobs/upsc-cds-i-2027-last-date-extended')
  expect(status).toBe(200)
  for (const shown of ['>UPSC CDS (I) 2027 Online Form - Last Date Extended</h1>', '>15-01-2027<', '>461<'])
    expect(body.toString()).toContain(shown)
})

test('a notice that the old release published is shown, listed and found', async () => {
  const address = '/jobs/testpur-station-attendant-online-form-2026'
  const { status, body } = await get(address)
  expect(status).toBe(200)
  for (const shown of ['>Testpur Station Attendant Online Form 2026</h1>', 'Testpur Railway Division', '>20-12-2026<'])
    expect(body.toString()).toContain(shown)
  expect((await get('/search?q=testpur')).body.toString()).toContain(`href="${address}"`)
  expect(await shownJobs(server)).toBe(25)
})

test('a notice that the old release hid or deleted is not shown', async () => {
  expect((await get('/admit-cards/ssc-cgl-tier-ii-admit-card-2026-exam-city')).status).toBe(200)
  expect((await get('/admit-cards/aiims-norcet-11-mains-admit-card-2026')).status).toBe(404)
  expect((await get('/results/up-police-constable-result-2026')).status).toBe(410)
})

test('uploaded files and scripts of pages that are still open are served', async () => {
  const pdf = await get('/storage/v1/object/public/notices/fb162147b3ead7c8e2779d657aa2f9a2.pdf')
  expect(pdf.body.toString()).toBe(
    '%PDF-1.7\n% The notification of the Testpur Railway Division\nstartxref\n0\n%%EOF\n',
  )
  const picture = await get('/storage/v1/object/public/notices/587bc435dde136bd8e22de9595518932-96x96.png')
  expect(createHash('sha256').update(picture.body).digest('hex')).toBe(
    '220f3994d184f19698d83560acfbe0ae6723c617f168add14fa1857102543cd0',
  )
  const script = await get('/assets/ad-eligibility-JlYTMGbW.js')
  expect([script.status, script.body.length]).toEqual([200, 739])
})

test('admins sign in with the passwords that they had, and with no other', async () => {
  expect(await signIn(server, { email: 'asha@example.org', password: 'a password of november' })).toBe(200)
  expect(await signIn(server, { email: 'ravi@example.org', password: 'another password of november' })).toBe(200)
  expect(await signIn(server, { email: 'ravi@example.org', password: 'a password of november' })).toBe(400)
})

test('the rows of the old release are there', async () => {
  const [counts] = await query(
    databaseUrl(server.dataDir),
    `select (select count(*)::int from jobs) as jobs, (select count(*)::int from results) as results,
            (select count(*)::int from admit_cards) as admit_cards, (select count(*)::int from answer_keys) as answer_keys,
            (select count(*)::int from admissions) as admissions, (select count(*)::int from documents) as documents,
            (select count(*)::int from syllabus) as syllabus, (select count(*)::int from organizations) as organizations,
            (select string_agg(email, ' ') from newsletter_subscribers) as readers,
            (select string_agg(name || ': ' || message, ' ') from contact_messages) as messages,
            (select string_agg(title || ', ' || state, ' ') from push.notifications) as notifications,
            (select string_agg(role, ' ') from profiles) as roles`,
  )
  expect(counts).toEqual({
    jobs: 41,
    results: 29,
    admit_cards: 30,
    answer_keys: 22,
    admissions: 24,
    documents: 20,
    syllabus: 20,
    organizations: 38,
    readers: 'reader@example.org',
    messages: 'Ravi: The last date is one day later.',
    notifications: 'Testpur Station Attendant, done',
    roles: 'admin admin',
  })
  const subscriptions = `select preferences -> 'newJobs' as jobs, preferences -> 'results' as results, is_active
    from push_subscriptions where endpoint = 'https://fcm.googleapis.com/fcm/send/testpur'`
  expect(await query(databaseUrl(server.dataDir), subscriptions)).toEqual([
    { jobs: true, results: false, is_active: true },
  ])
})

test('the next start needs no upgrade', async () => {
  expect(server.errors()).not.toMatch(TROUBLE)
  expect(await server.stop()).toBe(0)
  server = await startServer(server.dataDir)
  expect(server.output().replace(/^ *\d+\.\d s {2}/, '')).toBe(`Suchana is running at ${server.url}\n`)
  expect((await get('/jobs/upsc-cds-i-2027-last-date-extended')).status).toBe(200)
  expect(server.errors()).not.toMatch(TROUBLE)
  expect(await server.stop()).toBe(0)
})
