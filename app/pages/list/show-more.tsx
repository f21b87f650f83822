/** The next page of a list: a page of its own without scripts, which add its rows below those that are there. */
export function ShowMore({ href }: { href: string | null }) {
  return (
    <div className="show-more">
      {href && (
        <a className="button" href={href} rel="next" data-more="">
          Show more
        </a>
      )}
    </div>
  )
}
