import { Children, type ReactNode } from 'react'
import './facts.css'

/** Short texts beside each other. Each is an element with a line before it, so none can look like several. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <span className="facts-inline">
    {Children.map(Children.toArray(children), (fact, i) => (
      <>
        {i > 0 && ' '}
        <span>{fact}</span>
      </>
    ))}
  </span>
)
