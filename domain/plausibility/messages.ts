/** Warnings about implausible values. Source: docs/behaviour/plausibility.md#in-forms */
export const PLAUSIBILITY = {
  earlier: (date: string, than: string) => `${date} is before ${than}`,
  later: (date: string, than: string) => `${date} is after ${than}`,
  distant: (label: string, day: string) => `${label} (${day}) is more than two years away`,
  passed: (date: string, status: string) => `${date} has passed, but the status is “${status}”`,
  ages: (least: number, most: number) => `The maximum age (${most}) is below the minimum age (${least})`,
  posts: (label: string, sum: string, total: string) => `${label} adds up to ${sum}, but the total is ${total}`,
  noYear: 'The title names no year',
  otherYear: (named: string, dates: string) => `The title says ${named}, but the dates are of ${dates}`,
  similar: (title: string) => `The organization already has a notice “${title}”`,
  unofficial: (label: string, host: string) =>
    `${label}: ${host} is neither an official domain nor the organization’s website`,
  dead: (label: string, result: string) => `${label} is dead: ${result}`,
}
