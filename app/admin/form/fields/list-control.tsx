import type { Control } from '#app/admin/form/use-record-form.ts'
import { aroundSelection, pastedLines } from './pasted-lines.ts'
import { Suggestions } from './suggestions.tsx'
import { LineButtons } from './line-buttons.tsx'
import { useLines } from './use-lines.ts'

/** A list, one item per line; pasted text with several lines becomes several items. */
export function ListControl({ field, value, change, input }: Control<readonly string[]>) {
  const shown = value.length > 0 ? value : ['']
  const { root, announcement, ...lines } = useLines(shown, { empty: '', isEmpty: (line) => line === '', change })
  const { id, ...attributes } = input
  const listId = field.suggestions && `${id}-suggestions`
  return (
    <div className="lines" ref={root}>
      {shown.map((line, index) => {
        const name = `${field.label}, line ${index + 1}`
        return (
          <div className="line" key={index} data-line={index}>
            <span className="number" aria-hidden="true">
              {index + 1}
            </span>
            <input
              {...attributes}
              id={index === 0 ? id : `${id}-${index}`}
              className="field"
              aria-label={name}
              value={line}
              autoComplete="off"
              list={listId}
              onChange={(event) => lines.set(index, event.target.value)}
              onKeyDown={(event) => lines.onKeyDown(event, index)}
              onPaste={(event) => {
                const pasted = pastedLines(event.clipboardData.getData('text'))
                if (pasted.length < 2) return
                event.preventDefault()
                const [before, after] = aroundSelection(event.currentTarget)
                lines.replace(index, [before.trim(), ...pasted, after.trim()].filter(Boolean))
              }}
            />
            <LineButtons name={name} index={index} count={shown.length} move={lines.move} remove={lines.remove} />
          </div>
        )
      })}
      <Suggestions id={listId} texts={field.suggestions} />
      <button type="button" className="button quiet" tabIndex={-1} onClick={() => lines.insert(shown.length)}>
        Add a line
      </button>
      <p className="hint">Enter adds a line, Alt with the arrows moves it, Backspace removes an empty one.</p>
      <output className="visually-hidden">{announcement}</output>
    </div>
  )
}
