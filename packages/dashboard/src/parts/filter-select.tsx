export interface Option {
  /** Empty: no filter. */
  value: string
  label: string
}

/** A filter with a list of values; a value in the address that the list lacks stays visible. */
export function FilterSelect({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: string
  options: Option[]
  onChoose: (value: string) => void
}) {
  const shown = options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }]
  return (
    <label className="field">
      <span className="sr">{label}</span>
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        {shown.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The options of a filter whose values are their own labels, after one that removes the filter. */
export const allOr = (label: string, values: string[]): Option[] => [
  { value: '', label: `${label}: all` },
  ...[...new Set(values)].map((value) => ({ value, label: value })),
]
