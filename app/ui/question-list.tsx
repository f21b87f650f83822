import { Icon } from './icon.tsx'
import { StoredText } from './stored-text.tsx'

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
        <StoredText text={answer} />
      </p>
    </details>
  ))
}
