/** Source: specification, sections 5 and 8. */
export const FORM = {
  required: (field: string) => `${field} must not be empty`,
  invalidDate: (field: string, value: string) => `Invalid date format for ${field}: ${value}`,
  notANumber: (field: string, value: string) => `${field} must be a number: ${value}`,
  notWhole: (field: string, value: string) => `${field} must be a whole number: ${value}`,
  negative: (field: string, value: string) => `${field} must not be negative: ${value}`,
  numberTooLarge: (field: string, value: string) => `${field} is too large: ${value}`,
  notALink: (field: string) => `${field} must be a web address that starts with http:// or https://`,
  tooLong: (field: string, { length, most }: { length: string; most: string }) =>
    `${field} is too long: ${length} of at most ${most} characters`,
  noPostName: (field: string, line: number) => `${field}, line ${line}: the name is missing`,
  inLine: (field: string, line: number) => `${field}, line ${line}`,
}
