import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { DocumentInstead } from '#app/site/errors/document-instead.tsx'
import { HomePage } from '#app/site/home/home-page.tsx'
import type { MissingReply } from './missing-reply.ts'

/** Replaces the address silently: by the record's new one, or by the home page. Source: specification, section 8. */
export function MissingRecord({ reply }: { reply: MissingReply }) {
  return reply.state === 'offline' ? <DocumentInstead /> : <MovedOn reply={reply} />
}

function MovedOn({ reply }: { reply: Exclude<MissingReply, { state: 'offline' }> }) {
  const navigate = useNavigate()
  const target = reply.state === 'moved' ? reply.path : '/'
  useEffect(() => {
    void navigate(target, { replace: true })
  }, [navigate, target])
  return reply.state === 'missing' ? <HomePage board={reply.board} today={reply.today} /> : null
}
