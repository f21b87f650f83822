/** Frequently asked questions. */
export const CONTACT_QUESTIONS = [
  {
    question: 'How often is the site updated?',
    answer: 'Updates are daily. New notices usually appear within an hour of the official announcement.',
  },
  {
    question: 'Can you help me with my application?',
    answer:
      'No. We do not help with applications. Please apply on the official site, and ask the help desk named in the official notification.',
  },
  { question: 'Does anything on this site cost money?', answer: 'No. Everything is free, and it stays free.' },
]
