import { StoredText } from './stored-text.tsx'

interface KeyValueTableProps {
  caption: string
  /** Whether the caption is visually hidden, because it only repeats the heading above it. */
  captionHidden?: boolean
  rows: readonly { label: string; value: string }[]
}

export function KeyValueTable({ caption, captionHidden = false, rows }: KeyValueTableProps) {
  return (
    <table className="facts-table pairs" aria-label={captionHidden ? caption : undefined}>
      {!captionHidden && (
        <caption>
          <StoredText text={caption} />
        </caption>
      )}
      <tbody>
        {rows.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
