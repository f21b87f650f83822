/** Columns of a table, by type. */
type Columns = Partial<Record<ColumnType, string>>
export type ColumnType =
  | 'bigint'
  | 'integer'
  | 'numeric'
  | 'text'
  | 'date'
  | 'boolean'
  | 'jsonb'
  | 'texts'
  | 'timestamp'
  | 'uuid'

export const contentTables = [
  'jobs',
  'results',
  'admit_cards',
  'answer_keys',
  'admissions',
  'documents',
  'syllabus',
] as const

/** What every content kind has. Source: docs/behaviour/notices.md#fields. */
const shared: Columns = {
  bigint: 'id organization_id category_id recruitment_id view_count',
  text: 'title slug status post_time meta_title meta_description',
  integer: 'display_order',
  boolean: 'is_featured',
  timestamp: 'created_at updated_at posted_at',
}

/** Columns of every kind except syllabus. */
const linked: Columns = { boolean: 'is_quick_link' }

const official: Columns = { text: 'notification_link official_website' }

/** What jobs and admissions state about applicants. Source: docs/behaviour/facts.md#what-is-stated. */
const applicants: Columns = {
  texts: 'qualifications graduate_fields states',
  text: 'post_group gender',
  integer: 'age_min age_max',
  date: 'age_as_on',
  boolean: 'age_relaxation',
  jsonb: 'category_vacancies age_relaxations category_fees',
}

/** Columns of the contract, with their names: docs/behaviour/notices.md#fields. */
export const specifiedColumns: Record<string, Columns[]> = {
  jobs: [
    shared,
    linked,
    official,
    applicants,
    {
      text: 'post_name eligibility required_documents apply_link advertisement_no location description',
      integer: 'total_posts',
      numeric: 'fee_general fee_sc_st fee_female',
      date: 'apply_start_date apply_end_date fee_payment_date exam_date admit_card_date result_date',
      jsonb: 'selection_process',
    },
  ],
  results: [
    shared,
    linked,
    official,
    {
      text: 'exam_name result_pdf_url post_name apply_link',
      date: 'result_date apply_start_date apply_end_date fee_payment_date correction_start_date correction_end_date pe_exam_date pm_pmm_exam_date admit_card_date result_declared_date',
      jsonb: 'cutoffs',
    },
  ],
  admit_cards: [
    shared,
    linked,
    official,
    {
      text: 'exam_name admit_card_url post_name download_link',
      date: 'exam_date admit_card_available_date admit_card_download_last_date exam_city_date exam_shift_date',
    },
  ],
  answer_keys: [
    shared,
    linked,
    official,
    {
      text: 'exam_name answer_key_url objection_url post_name download_link',
      date: 'exam_date admit_card_date result_date answer_key_release_date objection_start_date objection_end_date',
    },
  ],
  documents: [shared, linked, { text: 'document_type document_url description file_url' }],
  admissions: [
    shared,
    linked,
    official,
    applicants,
    {
      text: 'course_name eligibility admission_notice_url apply_online_url institution_name apply_link',
      numeric: 'fee_general fee_sc_st fee_obc',
      date: 'application_start application_end apply_start_date apply_end_date fee_payment_date correction_start_date correction_end_date entrance_exam_date admit_card_date result_date counselling_date',
    },
  ],
  syllabus: [shared, { text: 'exam_name subject content' }],
  categories: [
    { bigint: 'id parent_id', text: 'name slug', integer: 'sort_order', boolean: 'is_active', timestamp: 'created_at' },
  ],
  organizations: [
    { bigint: 'id', text: 'name slug description website_url logo_url', boolean: 'is_active', timestamp: 'created_at' },
  ],
  recruitments: [{ bigint: 'id organization_id', text: 'title slug', timestamp: 'created_at' }],
  profiles: [{ uuid: 'id', text: 'role' }],
  newsletter_subscribers: [{ text: 'email' }],
  analytics_events: [{ text: 'event_type page user_agent' }],
  push_subscriptions: [
    { text: 'endpoint p256dh auth userAgent ipAddress', jsonb: 'preferences', boolean: 'is_active' },
  ],
}

/** @returns [column, type] of every specified column of a table */
export function columnsOf(table: string): [column: string, type: ColumnType][] {
  const groups = specifiedColumns[table] ?? []
  return groups.flatMap((columns) =>
    Object.entries(columns).flatMap(([type, names]) =>
      names.split(' ').map((name): [string, ColumnType] => [name, type as ColumnType]),
    ),
  )
}

/** @returns [table, column] of every specified column that matches */
export function columnsWhere(
  matches: (column: string, type: ColumnType) => boolean,
): [table: string, column: string][] {
  return Object.keys(specifiedColumns).flatMap((table) =>
    columnsOf(table)
      .filter(([column, type]) => matches(column, type))
      .map(([column]): [string, string] => [table, column]),
  )
}
