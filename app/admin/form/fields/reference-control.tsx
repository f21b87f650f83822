import { useEffect } from 'react'
import { useChoice } from '#app/admin/form/references/choices.tsx'
import type { FoundChoices } from '#app/admin/form/references/use-found-choices.ts'
import type { Control } from '#app/admin/form/use-record-form.ts'
import type { Choice } from '#app/data/reference-choices.ts'
import { Icon } from '#app/ui/icon.tsx'
import { tabOfTable } from '#domain/admin/tabs.ts'
import { comboboxProps, listboxProps, optionProps } from './combobox-props.ts'
import { useReferenceBox } from './use-reference-box.ts'

/** A reference to a row of another table, which is searched by name or created in a dialog. */
export function ReferenceControl({ field, value, change, input }: Control) {
  const table = field.references ?? 'organizations'
  const chosen = useChoice(table, value)
  const { box, ...reference } = useReferenceBox({ table, value, change })
  const { found, newHeading, index, take, remark } = reference
  const option = (at: number) => ({ ...optionProps(input.id, at, at === index), onClick: () => take(at) })
  const highlighted = `${input.id}-choice-${index}`
  useEffect(() => {
    document.getElementById(highlighted)?.scrollIntoView({ block: 'nearest' })
  }, [highlighted])

  return (
    <>
      <div className="with-button">
        <input
          {...input}
          {...comboboxProps(input.id, reference)}
          ref={box}
          className="field"
          placeholder="Type to search"
          value={reference.typed ?? labelOf(value, chosen)}
          onFocus={(event) => event.target.select()}
          onBlur={(event) => {
            input.onBlur(event)
            reference.leave()
          }}
          onClick={reference.open}
          onChange={(event) => reference.type(event.target.value)}
          onKeyDown={reference.onKeyDown}
        />
        {value && (
          <button
            type="button"
            className="icon-button"
            tabIndex={-1}
            aria-label={`Clear ${field.label}`}
            onClick={reference.clear}
          >
            <Icon name="cross" />
          </button>
        )}
        {reference.isOpen && (
          <div className="choices">
            <ul {...listboxProps(input.id)} aria-label={`Choices for ${field.label}`}>
              {found.choices.map(({ id, label, isActive }, at) => (
                <li key={id} {...option(at)}>
                  {label} {!isActive && <small>inactive</small>}
                </li>
              ))}
              {newHeading !== null && (
                <li className="new" {...option(found.choices.length)}>
                  Create {tabOfTable(table).singular} “{newHeading}”
                </li>
              )}
            </ul>
            <SearchStatus found={found} isEmpty={found.choices.length === 0 && newHeading === null} />
          </div>
        )}
      </div>
      <output className={remark ? 'hint' : 'visually-hidden'}>{remark}</output>
    </>
  )
}

function SearchStatus({ found: { state }, isEmpty }: { found: FoundChoices; isEmpty: boolean }) {
  return (
    <output className="hint">
      {state === 'failed' && 'The choices could not be read'}
      {state === 'searching' && isEmpty && 'Searching...'}
      {state === 'found' && isEmpty && 'Nothing found'}
    </output>
  )
}

function labelOf(value: string, chosen: Choice | null | undefined): string {
  if (!value) return ''
  if (chosen === null) return `Deleted (${value})`
  return chosen?.label ?? '...'
}
