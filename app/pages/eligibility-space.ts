import { FACT_TABLES } from '#domain/eligibility/facts.ts'

/**
 * Styles that reserve the space of marks before the first paint, for visitors whose browser has answers, so that nothing
 * moves when the script adds them. Rows that may be hidden are not shown before their mark is there, so that no row jumps
 * under a finger. Source: docs/behaviour/eligibility.md#marks
 */
const tables = Object.keys(FACT_TABLES)
const rowsOf = (element: string) => `:is(${tables.map((table) => `.${table} ${element}`).join()})`
const cards = `:is(${[rowsOf('.card'), ...tables.map((table) => `[data-id^="${table} "]`)].join()})`
const homeRows = rowsOf('.notice-row')
const stages = `.stages p:has(${Object.values(FACT_TABLES)
  .map(({ folder }) => `[href^="${folder}/"]`)
  .join()})`

/** Until its mark is there, and at most for 5 seconds: an animation ends without a script, too. */
const undecided = (rows: string) =>
  `[data-only_eligible] ${rows}:not(:has(.eligibility-mark)){animation:undecided 5s step-end}` +
  '@keyframes undecided{from{visibility:hidden}}'

export const HOME_SPACE = `[data-profile] ${homeRows}{padding-bottom:1.5rem}${undecided(homeRows)}`

export const CARD_SPACE =
  `[data-profile] ${cards}{padding-bottom:2.25rem}` +
  `@media(width<=48rem){[data-profile] ${cards}{padding-bottom:3.5rem}}${undecided(cards)}`

export const STAGE_SPACE = `[data-profile] ${stages}{padding-bottom:1.75rem}`

export const NOTICE_SPACE = '[data-profile] .am-i-eligible.notice-facts{min-height:8.75rem}'
