/** An answer in memory. */
interface Stored<Answer> {
  answer: Answer
  bytes: number
}

interface Capacity {
  answers: number
  /** Bytes of all answers. */
  bytes: number
}

/** The largest share of the capacity that one answer may take. */
const largestShare = 1 / 16

/**
 * Answers by question, with bounded memory. At its capacity, an answer is evicted only for a question that was
 * asked more often; the one that was not read for the longest time is compared first.
 */
export class AnswerStore<Answer> {
  readonly #capacity: Capacity
  readonly #asked: (question: string) => number
  /** In the order of their last reads. */
  readonly #answers = new Map<string, Stored<Answer>>()
  #bytes = 0

  /** @param asked how often a question was asked lately */
  constructor(capacity: Capacity, asked: (question: string) => number) {
    this.#capacity = capacity
    this.#asked = asked
  }

  get size(): number {
    return this.#answers.size
  }

  get bytes(): number {
    return this.#bytes
  }

  has(question: string): boolean {
    return this.#answers.has(question)
  }

  get(question: string): Answer | undefined {
    const stored = this.#answers.get(question)
    if (!stored) return undefined
    this.#answers.delete(question)
    this.#answers.set(question, stored)
    return stored.answer
  }

  /** Stores an answer, unless that would evict one to a question that was asked as often. */
  add(question: string, answer: Answer, bytes: number): void {
    if (bytes > this.#capacity.bytes * largestShare || this.#answers.has(question)) return
    const evicted = this.#lessAsked(question, bytes)
    if (!evicted) return
    for (const other of evicted) this.#delete(other)
    this.#answers.set(question, { answer, bytes })
    this.#bytes += bytes
  }

  clear(): void {
    this.#answers.clear()
    this.#bytes = 0
  }

  /** @returns the questions whose answers another one evicts; null when one of them was asked as often */
  #lessAsked(question: string, bytes: number): string[] | null {
    const evicted: string[] = []
    const asked = this.#asked(question)
    let freeBytes = this.#capacity.bytes - this.#bytes
    let freeAnswers = this.#capacity.answers - this.#answers.size
    for (const [other, stored] of this.#answers) {
      if (freeBytes >= bytes && freeAnswers > 0) return evicted
      if (this.#asked(other) >= asked) return null
      evicted.push(other)
      freeBytes += stored.bytes
      freeAnswers += 1
    }
    return evicted
  }

  #delete(question: string): void {
    this.#bytes -= this.#answers.get(question)?.bytes ?? 0
    this.#answers.delete(question)
  }
}
