import type { Control } from '#app/admin/form/use-record-form.ts'
import { LineButtons } from './line-buttons.tsx'
import { useLines } from './use-lines.ts'

/** A list, one item per line; what is pasted with several lines becomes several items. */
export function ListControl({ field, value, change, input }: Control<readonly string[]>) {
  const shown = value.length > 0 ? value : ['']
  const { root, told, ...lines } = useLines(shown, { empty: '', isEmpty: (line) => line === '', change })
  const { id, ...attributes } = input
  return (
    <div className="lines" ref={root}>
      {shown.map((line, place) => {
        const name = `${field.label}, line ${place + 1}`
        return (
          <div className="line" key={place} data-line={place}>
            <span className="number" aria-hidden="true">
              {place + 1}
            </span>
            <input
              {...attributes}
              id={place === 0 ? id : `${id}-${place}`}
              className="field"
              aria-label={name}
              value={line}
              autoComplete="off"
              onChange={(event) => lines.set(place, event.target.value)}
              onKeyDown={(event) => lines.onKeyDown(event, place)}
              onPaste={(event) => {
                const pasted = pastedLines(event.clipboardData.getData('text'))
                if (pasted.length < 2) return
                event.preventDefault()
                lines.replace(place, line ? [line, ...pasted] : pasted)
              }}
            />
            <LineButtons name={name} place={place} count={shown.length} move={lines.move} remove={lines.remove} />
          </div>
        )
      })}
      <button type="button" className="button quiet" tabIndex={-1} onClick={() => lines.insert(shown.length)}>
        Add a line
      </button>
      <p className="hint">Enter adds a line, Alt with the arrows moves it, Backspace removes an empty one.</p>
      <output className="visually-hidden">{told}</output>
    </div>
  )
}

/** Without what notifications put before items: '1.', 'a)', '•'. */
function pastedLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[•●▪*–-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+/i, '').trim())
    .filter(Boolean)
}
