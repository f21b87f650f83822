import { LIST } from '#domain/list-messages.ts'

/** Leads from a further page, on which the rows of the first one are missing, to the first one. */
export function FirstPageLink({ href }: { href: string }) {
  return (
    <p className="first-page">
      <a className="button" href={href}>
        {LIST.firstPage}
      </a>
    </p>
  )
}
