import type { FunctionAnswer } from '#backend/supabase-lite/anonymous-calls.ts'
import { AnswerStore } from './answer-store.ts'
import { RecentCounts } from './recent-counts.ts'

export interface PopularAnswersOptions {
  /**
   * Whether every committed change up to now, or shortly before, has been reported by `clear`. When it has not, nothing
   * is answered from memory.
   */
  isCurrent: () => Promise<boolean>
  /** Milliseconds. */
  clock?: () => number
  capacity?: { answers: number; bytes: number }
}

export interface PopularAnswers {
  /**
   * Answers from memory, or asks and remembers the answer when the question was asked before.
   * @param client its address or network; undefined when it is unknown
   */
  answer(question: string, client: string | undefined, ask: () => Promise<FunctionAnswer>): Promise<FunctionAnswer>
  /** Forgets the answers, but not how often each question was asked. */
  clear(): void
  readonly figures: Readonly<{ answered: number; stored: number; bytes: number }>
}

/** Questions of the last hour count. */
const window = 3_600_000
/** A question is popular from its second time on. */
const popular = 2
/** Capacity for answers, apart from that of the page cache. */
const defaultCapacity = { answers: 2_000, bytes: 16_000_000 }
/** Questions that are counted at once; what is counted takes some 10 MB at most. */
const most = { questions: 20_000, clients: 20_000, questionsOfClients: 40_000 }
/** How often one client counts for the same question, and for how many different ones. */
const ofOneClient = { sameQuestion: popular, questions: 500 }
/** Longest question that is remembered, in characters. */
const longestQuestion = 1_000

/**
 * Remembers the answers to questions that are asked repeatedly. A client counts twice for a question, so it alone can
 * bring an answer into free capacity, but never evict one. Source: docs/behaviour/search.md#popular-searches
 */
export function createPopularAnswers(options: PopularAnswersOptions): PopularAnswers {
  const { isCurrent, clock = Date.now, capacity = defaultCapacity } = options
  const counts = (keys: number) => new RecentCounts({ window, most: keys, clock })
  const questions = counts(most.questions)
  const clients = counts(most.clients)
  const questionsOfClients = counts(most.questionsOfClients)
  const store = new AnswerStore<FunctionAnswer>(capacity, (question) => questions.of(question))
  let generation = 0
  let answered = 0

  /** @returns how often the question was asked, with this time */
  function count(question: string, client: string): number {
    const pair = `${client} ${question}`
    const before = questionsOfClients.of(pair)
    const isNew = before === 0 && client !== ''
    if (before >= ofOneClient.sameQuestion || (isNew && clients.add(client) > ofOneClient.questions))
      return questions.of(question)
    // A pair beyond the capacity has no count, so its question is not counted either: it would be each time.
    return questionsOfClients.add(pair) > before ? questions.add(question) : questions.of(question)
  }

  function remember(question: string, { status, body }: FunctionAnswer, asked: number): void {
    if (status !== 200 || asked !== generation) return
    // A copy: the body may be a part of all that the database has sent at once.
    store.add(question, { status, body: new Uint8Array(body) }, body.length + 2 * question.length)
  }

  return {
    answer: async (question, client, ask) => {
      if (question.length > longestQuestion) return ask()
      const isPopular = count(question, client ?? '') >= popular
      if ((!isPopular && !store.has(question)) || !(await isCurrent())) return ask()
      const stored = store.get(question)
      if (stored) {
        answered += 1
        return stored
      }
      const asked = generation
      const answer = await ask()
      remember(question, answer, asked)
      return answer
    },
    clear: () => {
      generation += 1
      store.clear()
    },
    get figures() {
      return { answered, stored: store.size, bytes: store.bytes }
    },
  }
}
