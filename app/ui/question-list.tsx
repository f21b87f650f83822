import { Icon } from './icon.tsx'
import { WholeDays } from './whole-days.tsx'

export interface QuestionAndAnswer {
  question: string
  answer: string
}

export function QuestionList({ questions }: { questions: readonly QuestionAndAnswer[] }) {
  return questions.map(({ question, answer }, position) => (
    <details key={question} className="question" open={position === 0}>
      <summary>
        {question}
        <Icon name="down" />
      </summary>
      <p>
        <WholeDays text={answer} />
      </p>
    </details>
  ))
}
