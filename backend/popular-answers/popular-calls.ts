import type { Sql } from 'postgres'
import type { Outbox } from '#backend/outbox/outbox.ts'
import type { Question, Remember } from '#backend/supabase-lite/anonymous-calls.ts'
import { indianDay } from '#domain/dates.ts'
import { followChanges } from './follow-changes.ts'
import { createPopularAnswers, type PopularAnswers } from './popular-answers.ts'

/** Calls of which popular answers stay in memory. Their answers depend on recorded tables, one more table and the Indian day. */
export interface PopularCalls {
  /** Function -> its argument with a text, of which neither case nor the spaces around it matter, or null without one. */
  functions: Readonly<Record<string, string | null>>
  /** The further table: it has few rows, a number `id`, and is not in the outbox. */
  table: string
}

/** Milliseconds by which the clocks of the database and of this server may differ. */
const clockDifference = 60_000

export type PopularCallAnswers = ReturnType<typeof openPopularCalls>

/** @param calls without them nothing is remembered */
export function openPopularCalls(
  calls: PopularCalls | undefined,
  { sql, outbox }: { sql: Sql; outbox: Pick<Outbox, 'subscribe' | 'readUntil'> },
) {
  const followed = calls && followChanges({ outbox, sql, table: calls.table }, () => answers.clear())
  let day = indianDay(Date.now())
  const isCurrent = async () => {
    const now = Date.now()
    const today = indianDay(now)
    if (day !== today) answers.clear()
    day = today
    // Just after midnight the database may still answer for yesterday.
    if (indianDay(now - clockDifference) !== today) return false
    return followed ? followed() : false
  }
  const answers: PopularAnswers = createPopularAnswers({ isCurrent })
  return {
    /** @param address address or network of the client that asks */
    rememberFor:
      (address: string | undefined): Remember =>
      (question, ask) => {
        const textArgument = calls?.functions[question.name]
        return textArgument === undefined ? ask() : answers.answer(textOf(question, textArgument), address, ask)
      },
    clear: () => answers.clear(),
    get figures() {
      return answers.figures
    },
  }
}

function textOf({ name, given }: Question, textArgument: string | null): string {
  const normalised = given.map(([argument, value]) => [
    argument,
    argument === textArgument && value !== null ? normalisedText(value) : value,
  ])
  return JSON.stringify([name, normalised])
}

/** PostgreSQL and JavaScript agree on the case of these letters. */
function normalisedText(text: string): string {
  return text.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
