import { useRef, type ReactNode } from 'react'
import { Highlighted } from '#app/ui/highlighted.tsx'
import { Icon, PathIcon } from '#app/ui/icon.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { SEARCHING } from '#domain/messages.ts'
import { SEARCH } from '#domain/search-messages.ts'
import { searchAddress } from '#domain/search-address.ts'
import { isSearchable } from '#domain/search-text.ts'
import { countOptions, type DropdownResults, type DropdownOption } from './dropdown-results.ts'
import { useVisibleHeight } from './use-visible-height.ts'

/** Id of the list of options. */
export const LIST_ID = 'search-options'

export function optionId(position: number): string {
  return `search-option-${position}`
}

interface SearchDropdownProps {
  isOpen: boolean
  /** Text of the field. */
  text: string
  /** The last results; those of an earlier text while `isPending`. */
  results: DropdownResults | null
  isPending: boolean
  /** Whether the search could not be reached. */
  hasFailed: boolean
  /** Position of the highlighted option, through suggestions, results and close matches; -1 for none. */
  highlighted: number
  onChoose: () => void
}

export function SearchDropdown(props: SearchDropdownProps) {
  const { isOpen, text, results, isPending, hasFailed } = props
  const isSearched = isSearchable(text)
  const hasOptions = results !== null && countOptions(results) > 0
  const isShown = isOpen && (isSearched || hasOptions || text !== '')
  return (
    <>
      {isShown && (
        <Panel>
          {hasFailed && !isPending && <p className="dropdown-note">{SEARCH.unreachable}</p>}
          {text !== '' && !isSearched && <p className="dropdown-note">{SEARCH.tooShort}</p>}
          {isSearched && isPending && <p className="dropdown-note">{SEARCHING}</p>}
          {hasOptions && <Options {...props} results={results} />}
          {isSearched && !isPending && (hasOptions ? <AllResults {...props} /> : <NothingFound text={text} />)}
        </Panel>
      )}
      <output className="visually-hidden">
        {isOpen && results && !isPending && (hasFailed ? SEARCH.unreachable : spoken(results))}
      </output>
    </>
  )
}

function Panel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useVisibleHeight(panel)
  return (
    <div className="search-dropdown" ref={panel}>
      {children}
    </div>
  )
}

function Options({ results, isPending, highlighted, onChoose }: SearchDropdownProps & { results: DropdownResults }) {
  const { text, suggestions, notices, close } = results
  const found = suggestions.length + notices.length
  const shared = { text, highlighted, onChoose }
  return (
    <div role="listbox" id={LIST_ID} aria-label="Suggestions and results" aria-busy={isPending}>
      <OptionGroup {...shared} heading="Suggestions" options={suggestions} start={0} />
      <OptionGroup {...shared} heading={text ? 'Results' : 'Trending'} options={notices} start={suggestions.length} />
      <OptionGroup {...shared} heading={SEARCH.close} options={close} start={found} />
    </div>
  )
}

interface OptionGroupProps {
  heading: string
  options: DropdownOption[]
  /** Position of the first option among all. */
  start: number
  text: string
  highlighted: number
  onChoose: () => void
}

function OptionGroup({ heading, options, start, text, highlighted, onChoose }: OptionGroupProps) {
  if (options.length === 0) return null
  const id = `search-group-${start}`
  return (
    <div role="group" aria-labelledby={id}>
      <div role="presentation" className="dropdown-heading" id={id}>
        {heading}
      </div>
      {options.map(({ title, label, icon, href }, index) => (
        <a
          key={start + index}
          role="option"
          id={optionId(start + index)}
          aria-selected={start + index === highlighted}
          tabIndex={-1}
          className="dropdown-option"
          href={href}
          onClick={onChoose}
        >
          {heading === 'Suggestions' ? <Icon name="search" /> : <PathIcon path={icon} />}
          <span>
            <Highlighted title={title} text={text} />
          </span>
          <small>{label}</small>
        </a>
      ))}
    </div>
  )
}

function AllResults({ text, onChoose }: SearchDropdownProps) {
  return (
    <a className="dropdown-option all-results" href={searchAddress({ text })} onClick={onChoose}>
      <Icon name="search" />
      <span>
        See all results for "<StoredText text={text} />"
      </span>
      <kbd>Enter</kbd>
    </a>
  )
}

function NothingFound({ text }: { text: string }) {
  return (
    <div className="dropdown-empty">
      <p>
        <StoredText text={SEARCH.noneFound(text)} />
      </p>
      <p>{SEARCH.hint}</p>
    </div>
  )
}

function spoken(results: DropdownResults): string {
  const { text, suggestions, notices, close } = results
  if (!text) return notices.length > 0 ? `${notices.length} trending notices` : ''
  if (countOptions(results) === 0) return 'No results'
  const found = `${counted(suggestions.length, 'suggestion')}, ${counted(notices.length, 'result')}`
  return close.length > 0 ? `${found}, ${counted(close.length, 'close match', 'close matches')}` : found
}

function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`
}
