import { LIST } from '#domain/messages.ts'

interface NewNoticesProps {
  count: number
  onShow: () => void
}

/** Says that there is something new further up, without moving what is being read. */
export function NewNotices({ count, onShow }: NewNoticesProps) {
  return (
    <div className="new-notices" aria-live="polite">
      {count > 0 && (
        <button className="button" type="button" onClick={onShow}>
          {LIST.newNotices(count)}
        </button>
      )}
    </div>
  )
}
