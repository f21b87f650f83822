import { DayFields } from '#app/ui/day-fields.tsx'
import type { Choice } from '#domain/content/choice.ts'
import { QUALIFICATIONS } from '#domain/content/qualifications.ts'
import { PERSON_CATEGORIES, PERSON_GENDERS } from '#domain/eligibility/person.ts'
import { HOME_STATES } from '#domain/eligibility/profile.ts'
import { PROFILE_FIELD_MAX } from '#domain/limits.ts'

/**
 * The questions. The script of the island fills in what is stored and enables them; without it nothing can be stored. No
 * field has a name, so that no browser can send an answer.
 */
export function EligibilityForm() {
  return (
    <form className="eligibility-form" autoComplete="off" noValidate>
      <noscript>
        <p>
          This needs JavaScript, because your answers must not leave your device. Every notice lists its age limits and
          qualifications.
        </p>
      </noscript>
      <fieldset className="form-fields" disabled>
        <legend className="visually-hidden">Your answers</legend>
        <DayFields id="born" legend="Date of birth" isBirthday />
        <Select id="category" label="Category" choices={PERSON_CATEGORIES} />
        <fieldset className="ticks">
          <legend>Also</legend>
          <Tick id="isDisabled" label="Person with a benchmark disability (PwD)" />
          <Tick id="isExServiceman" label="Ex-serviceman" />
        </fieldset>
        <Select id="gender" label="Gender" choices={PERSON_GENDERS} />
        <fieldset className="ticks">
          <legend>What you have passed</legend>
          {QUALIFICATIONS.map(({ value, label }) => (
            <Tick key={value} id={`passed-${value}`} label={label} value={value} />
          ))}
        </fieldset>
        <div className="form-field">
          <label htmlFor="field">Subject of your degree</label>
          <input
            id="field"
            className="field"
            maxLength={PROFILE_FIELD_MAX}
            placeholder="Engineering, Law, Commerce"
            autoComplete="off"
          />
        </div>
        <Select id="state" label="Home state" choices={HOME_STATES} />
        <output />
        <div className="button-row">
          <button type="submit" className="button primary">
            Save on this device
          </button>
          <button type="reset" className="button danger" hidden>
            Delete my answers
          </button>
        </div>
      </fieldset>
    </form>
  )
}

function Select({ id, label, choices }: { id: string; label: string; choices: readonly Choice[] }) {
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" autoComplete="off">
        <option value="">Not given</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

function Tick({ id, label, value }: { id: string; label: string; value?: string }) {
  return (
    <label>
      <input id={id} type="checkbox" value={value} />
      {label}
    </label>
  )
}
