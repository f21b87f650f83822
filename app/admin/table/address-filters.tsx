import { useNavigate } from 'react-router'
import { useNextAddress } from '#app/admin/use-next-address.ts'
import { ROWS } from './first-rows.ts'

/** @returns the filters of a list that are in the address, and a function that changes one of them; '' removes it */
export function useAddressFilters() {
  const parameters = new URLSearchParams(useNextAddress().search)
  const navigate = useNavigate()
  function setFilter(name: string, value: string) {
    const changed = new URLSearchParams(parameters)
    changed.delete(ROWS)
    if (value) changed.set(name, value)
    else changed.delete(name)
    void navigate(`?${changed}`, { replace: true, preventScrollReset: true })
  }
  return { filterOf: (name: string) => parameters.get(name) ?? '', setFilter }
}

interface FilterSelectProps {
  /** The parameter of the address. */
  name: string
  label: string
  /** Label of the choice that filters nothing. */
  all: string
  choices: readonly (readonly [value: string | number, label: string])[]
}

/** A list of the choices of one filter in the address. */
export function FilterSelect({ name, label, all, choices }: FilterSelectProps) {
  const { filterOf, setFilter } = useAddressFilters()
  return (
    <select
      className="field"
      aria-label={label}
      value={filterOf(name)}
      onChange={({ target }) => setFilter(name, target.value)}
    >
      <option value="">{all}</option>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
