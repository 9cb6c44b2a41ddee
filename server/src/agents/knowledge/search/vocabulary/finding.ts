/** Finding elements of a page. */
export const FINDING = `
by text, by words, by words on it, by visible text, by label text, by caption, by its label: text label role locator
by description, by name of button: name role alt label
good selector, stable selector, robust selector, best selector, which selector, selector breaks, selectors break, locator strategy, breaks least often, breaks least: selector locator role resilient practice
markup changes, html changes, class names change, generated ids, random ids, dynamic ids, changing ids, changed their id, ids change: selector locator testid attribute resilient
element not found, cannot find element, cannot find, could not find, finds nothing, not found: locator wait timeout error
parent of, one level up, element above it: parent ancestor locator
next to, beside, near, close to, left of, right of, below: relative layout near sibling
row of table, table row, row with, row that has, row in which, cell of: row table filter
look inside, look only inside, only look inside, only inside, search within, inside one part, inside part, one part of page: within scope filter chain
how many elements, number of elements, count elements, number of items, list has: count length number
find picture, find image: alt image text
find field, find input, find text box, grey hint, gray hint, hint in field: label placeholder input
heading of, heading level: heading level role
other attribute, another attribute, data attribute: testid attribute data
web components, custom elements, components with their own dom: shadow dom
own queries, own selectors, own locator, own way to find: custom query selector engine
which query, which should i prefer: priority recommended
read text, get text, text of element, save text, text into variable, value of field, into variable: text content value grab
without waiting for it, is it there, check if exists, if it exists, only if it is there, if banner is there, might appear, may appear, may or may not: conditional visible count optional
cookie banner, consent banner, cookie consent, newsletter popup, unexpected popup, random popup: overlay handler dialog
matches more than one, more than one element, several elements match, two elements match, several elements, multiple elements: strict multiple first nth all
find inside, inside of, contained in, nested in: descendant filter chain within
does not contain, without text, has no: filter not has
every element, all elements, each element, go through all, go over all, list of elements: all list iterate each
at least one of, one of two, either one: or
both conditions, meets both, match both: and
is visible, only visible ones, visible ones, ignore hidden: visible filter
title of page, address of page, current address, current page: title url page
`
