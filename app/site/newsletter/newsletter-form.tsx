import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { noteMeaningfulAction } from '#app/browser/meaningful-action.ts'
import type { NewsletterReply } from './route.tsx'

interface NewsletterFormProps {
  /** Of the field: a page may hold the form twice. */
  id: string
  /** What the server said to a form that was sent without scripts. */
  reply?: NewsletterReply | undefined
}

/** Source: specification, section 2, Footer; section 5, Newsletter. */
export function NewsletterForm({ id, reply: earlier }: NewsletterFormProps) {
  const { Form, state, data } = useFetcher<NewsletterReply>()
  const form = useRef<HTMLFormElement>(null)
  const reply = data ?? earlier

  useEffect(() => {
    if (!data?.subscribed) return
    form.current?.reset()
    noteMeaningfulAction()
  }, [data])

  return (
    <Form ref={form} className="newsletter" method="post" action="/newsletter">
      <label htmlFor={id}>New notices by e-mail</label>
      <div>
        <input className="field" id={id} type="email" name="email" required maxLength={254} autoComplete="email" />
        <button type="submit" className="button" disabled={state !== 'idle'}>
          Subscribe
        </button>
      </div>
      <output className={reply?.subscribed ? 'done' : 'refused'}>{state === 'idle' ? reply?.message : ''}</output>
    </Form>
  )
}
