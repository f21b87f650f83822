/** Advice under a list in which nothing matches a text. */
export const LIST_TIPS = ['Check the spelling, or use fewer words', 'Try the name of the body: SSC, UPSC, Railway']

/** Not in messages.ts, because the first script of a page would contain all of them. */
export const LIST = {
  noneFound: (things: string) => `No ${things} found`,
  noMatch: (things: string, text: string) => `No ${things} match "${text}"`,
  noneFiltered: (things: string) => `No ${things} match these filters. Remove one to see more.`,
  noneAvailable: (things: string) => `No ${things} available at the moment`,
  /** A further page without rows: those that were there have been removed since, or it was never linked. */
  noneFurther: 'The list ends before this page.',
  /** What a further page counts. */
  further: (things: string) => `more ${things}`,
  firstPage: 'Back to the first page',
  viewMore: 'View More',
  applyLastDate: 'Apply Last Date',
  newNotices: (count: number) => `${count} new ${count === 1 ? 'notice' : 'notices'}`,
}
