import { FACT_TABLES } from '#domain/eligibility/facts.ts'

/**
 * Styles that reserve the space of marks before the first paint, for visitors whose browser has answers, so that nothing
 * moves when the script adds them. Rows that may be hidden wait for their mark, at most for some seconds, so that the
 * others do not jump. Source: docs/behaviour/eligibility.md#marks
 */
const tables = Object.keys(FACT_TABLES)
const rows = `:is(${tables.map((table) => `.${table} li,li[data-id^="${table} "]`).join()})`
const stages = `.stages p:has(${Object.values(FACT_TABLES)
  .map(({ folder }) => `[href^="${folder}/"]`)
  .join()})`

export const ROW_SPACE =
  `[data-profile] ${rows}{padding-bottom:2.25rem}` +
  `[data-only_eligible] ${rows}:not(:has(.eligibility-mark)){animation:undecided 5s step-end}` +
  '@keyframes undecided{from{visibility:hidden}}'

export const STAGE_SPACE = `[data-profile] ${stages}{padding-bottom:2.25rem}`

export const NOTICE_SPACE = '[data-profile] .am-i-eligible.notice-facts{min-height:8.75rem}'
