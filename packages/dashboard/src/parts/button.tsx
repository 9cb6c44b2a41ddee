import type { ComponentProps } from 'react'

/** A button that sends no form; `look` are classes besides that of a button, such as `first`. */
export const Button = ({
  look,
  ...given
}: { look?: string } & Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" className={look ? `button ${look}` : 'button'} {...given} />
)
