import type postgres from 'postgres'
import type { ContentTable } from '#domain/content/content-kind.ts'
import {
  bodies,
  courses,
  districts,
  eligibility,
  hindiPosts,
  hindiStates,
  posts,
  shortStates,
  stateBodies,
  states,
} from './vocabulary.ts'

type Row = Record<string, string | number>
type Title = (notice: Notice) => string

/** Values from which the title of one notice is composed. */
interface Notice {
  body: string
  post: string
  course: string
  year: number
  posts: number
  pick: (words: readonly string[]) => string
}

/** Share of each kind per thousand notices, and the templates of its titles; a kind without them gets no notices. */
const kinds: Partial<Record<ContentTable, { share: number; titles: Title[]; hindi: string }>> = {
  jobs: {
    share: 260,
    hindi: 'भर्ती',
    titles: [
      ({ body, post, year, posts }) => `${body} ${post} Recruitment ${year} Apply Online for ${posts} Posts`,
      ({ body, post, year }) => `${body} ${post} Online Form ${year}`,
      ({ body, post, year, posts }) => `${body} Recruitment ${year} - ${post} (${posts} Vacancies)`,
    ],
  },
  results: {
    share: 190,
    hindi: 'परिणाम',
    titles: [
      ({ body, post, year }) => `${body} ${post} Result ${year}`,
      ({ body, post, year }) => `${body} ${post} Recruitment ${year} Final Result, Cut Off Marks`,
    ],
  },
  admit_cards: {
    share: 170,
    hindi: 'प्रवेश पत्र',
    titles: [
      ({ body, post, year }) => `${body} ${post} Admit Card ${year}`,
      ({ body, post, year }) => `${body} ${post} Recruitment ${year} Exam City and Hall Ticket`,
    ],
  },
  answer_keys: {
    share: 120,
    hindi: 'उत्तर कुंजी',
    titles: [({ body, post, year }) => `${body} ${post} Answer Key ${year}`],
  },
  admissions: {
    share: 110,
    hindi: 'प्रवेश',
    titles: [({ body, course, year }) => `${body} ${course} Admission ${year}-${(year + 1) % 100} Online Form`],
  },
  documents: {
    share: 80,
    hindi: 'सूचना',
    titles: [
      ({ body, post, year, posts }) => `${body} ${post} Notification Advt No ${posts}/${year} PDF`,
      ({ body, year }) => `${body} Exam Calendar ${year}`,
    ],
  },
  syllabus: {
    share: 70,
    hindi: 'पाठ्यक्रम',
    titles: [({ body, post, year }) => `${body} ${post} Syllabus and Exam Pattern ${year}`],
  },
}

const batch = 5_000

/**
 * Fills a migrated, empty database with notices and indexes them. The same count gives the same notices; the newest
 * come last.
 * @param sql connection of the database owner
 * @param count notices of all kinds together
 */
export async function generateNotices(sql: postgres.Sql, count: number): Promise<void> {
  const random = seededRandom(20_261_121)
  for (const [table, { share, titles, hindi }] of Object.entries(kinds)) {
    const total = Math.round((count * share) / 1000)
    for (let first = 0; first < total; first += batch) {
      const size = Math.min(batch, total - first)
      const rows = Array.from({ length: size }, (_, offset) =>
        makeRow(table as ContentTable, { number: first + offset, total, titles, hindi, random }),
      )
      await insert(sql, table, rows)
    }
  }
  await sql`select search.rebuild(), published.rebuild_choices('jobs'), published.rebuild_choices('admissions')`
  await sql`vacuum analyze`
}

interface Making {
  number: number
  total: number
  titles: Title[]
  hindi: string
  random: () => number
}

function makeRow(table: ContentTable, { number, total, titles, hindi, random }: Making): Row {
  const pick = <T>(words: readonly T[]): T => words[Math.floor(random() * words.length)] as T
  const notice: Notice = {
    body: bodyName(pick, random),
    post: pick(posts),
    course: pick(courses),
    year: 2026 - Math.floor(random() ** 2 * 14),
    posts: Math.ceil(10 ** (random() * 4)),
    pick,
  }
  const inHindi = random() < 0.06
  const title = inHindi ? `${pick(hindiStates)} ${pick(hindiPosts)} ${hindi} ${notice.year}` : pick(titles)(notice)
  const postedAt = new Date(Date.parse('2026-11-20T12:00:00Z') - ((total - number) / total) * 12 * 365 * 86_400_000)
  const row: Row = {
    title,
    slug: `notice-${number}`,
    created_at: postedAt.toISOString(),
    status: random() < 0.02 ? 'inactive' : 'active',
  }
  const about = inHindi ? `${pick(hindiPosts)} परीक्षा` : `${notice.post}, ${pick(posts)}`
  if (table === 'jobs')
    return {
      ...row,
      post_name: about,
      eligibility: pick(eligibility),
      apply_end_date: postedAt.toISOString().slice(0, 10),
    }
  if (table === 'admissions') return { ...row, course_name: notice.course, institution_name: notice.body }
  if (table === 'documents') return { ...row, description: `Official ${notice.post} document of ${notice.body}.` }
  if (table === 'syllabus') return { ...row, exam_name: `${notice.body} ${notice.post}`, subject: pick(courses) }
  return { ...row, exam_name: `${notice.body} ${notice.post} Examination`, post_name: about }
}

function bodyName(pick: <T>(words: readonly T[]) => T, random: () => number): string {
  const kind = random()
  if (kind < 0.4) return pick(bodies)
  if (kind < 0.6) return `${pick(shortStates)} ${pick(stateBodies)}`
  if (kind < 0.85) return `${pick(states)} ${pick(stateBodies)}`
  return `${pick(districts)} ${pick(['District Court', 'Municipal Corporation', 'University', 'Zila Parishad'])}`
}

/** Inserts without triggers: the search index is built once, at the end. */
async function insert(sql: postgres.Sql, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`insert into ${transaction(table)} (${transaction(columns)})
      select ${transaction(columns)} from json_populate_recordset(null::${transaction(table)}, ${transaction.json(rows)}::json)`
  })
}

/** Mulberry32, a small seeded generator that is uniform enough for sample titles. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
