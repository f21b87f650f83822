import { useEffect, useRef, useState } from 'react'
import { fieldIds, useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import { Icon } from '#app/ui/icon.tsx'
import { textOf } from '#domain/admin/form/field-value.ts'
import { publicPath } from '#domain/admin/public-path.ts'
import { slugOf } from '#domain/admin/slug.ts'
import { useFreeSlug } from './use-free-slug.ts'

/** Shows the address that a record gets from its heading, and lets the user type another slug. */
export function SlugControl() {
  const form = useForm()
  const typed = useFormState(({ values }) => textOf(values, 'slug'))
  const heading = useFormState(({ values }) => textOf(values, form.tab.heading))
  const stored = useFormState(({ loaded }) => loaded?.slug ?? null)
  const [isEdited, setIsEdited] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const wanted = slugOf(typed || heading) || (heading.trim() ? slugOf(form.tab.singular) : '')
  const isStored = wanted === stored
  const free = useFreeSlug(isStored ? '' : wanted)
  const { id, hint } = fieldIds(form, 'slug')

  useEffect(() => {
    if (isEdited) input.current?.select()
  }, [isEdited])

  function fromHeading() {
    form.change('slug', '')
    setIsEdited(false)
  }

  return (
    <div className="slug-line wide">
      {isEdited ? (
        <>
          <label htmlFor={id}>Slug</label>
          <input
            ref={input}
            id={id}
            className="field"
            value={typed}
            placeholder={slugOf(heading)}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={hint}
            onChange={(event) => form.change('slug', event.target.value)}
            onBlur={() => form.change('slug', slugOf(typed))}
          />
          <button type="button" className="button quiet" onClick={fromHeading}>
            From the {form.tab.heading}
          </button>
        </>
      ) : (
        <>
          <span className="label">Slug</span>
          <Address free={free ?? wanted} />
          <button type="button" className="button quiet" id={id} onClick={() => setIsEdited(true)}>
            Change<span className="visually-hidden"> slug</span>
          </button>
        </>
      )}
      <output className="slug-state" id={hint}>
        {free !== null && free === wanted && (
          <>
            <Icon name="check" /> Free
          </>
        )}
        {free !== null && free !== wanted && (
          <>
            “{wanted}” is taken: it becomes <b>{free}</b>
          </>
        )}
        {stored !== null && !isStored && publicPath(form.tab.table, stored) && ' The old address leads to the new one.'}
      </output>
    </div>
  )
}

function Address({ free }: { free: string }) {
  const { tab } = useForm()
  const folder = publicPath(tab.table, '') ?? ''
  return (
    <span className="address">
      {free ? folder : `Made from the ${tab.heading}`}
      <b>{free}</b>
    </span>
  )
}
