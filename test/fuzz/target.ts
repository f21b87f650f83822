import type fc from 'fast-check'

/** Input from outside that is generated at random, and what must hold for each. */
export interface Target {
  name: string
  property: fc.IRawProperty<unknown>
}

/** @throws Error with the fact, which fast-check reports together with the input */
export function ensure(holds: boolean, fact: string): asserts holds {
  if (!holds) throw new Error(fact)
}
