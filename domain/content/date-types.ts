/** What the dates of notices are about, in the order in which a day of the calendar lists them. */
export const DATE_TYPES = {
  'last-date': 'Last dates',
  exam: 'Exams',
  'admit-card': 'Admit cards',
  'answer-key': 'Answer keys',
  result: 'Results and counselling',
  opening: 'First days',
}

export type DateType = keyof typeof DATE_TYPES
