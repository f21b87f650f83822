/** One of the values that a column may have, as people read it. */
export interface Choice<Value extends string = string> {
  value: Value
  label: string
}

/** @returns the label of a stored value; a value outside the choices as it is */
export function labelOf(choices: readonly Choice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value
}
