/** Elements that the pages of the account area share. */
import { h, type Content, type Element } from './element.ts';
import { field, type Visit } from './visit.ts';

interface FormOptions {
  readonly action: string;
  /** Tells the forms of one page apart; absent when the page has one form. */
  readonly intent?: string;
  readonly button: string;
  readonly isDangerous?: boolean;
  readonly className?: string;
  /** Text for screen readers, whose users do not see what the button stands next to. */
  readonly buttonLabel?: string;
}

/** Returns a form that posts, with the token by which area.ts knows that this visitor received the form. */
export function form(visit: Pick<Visit, 'formToken'>, options: FormOptions, ...children: Content[]): Element {
  const { action, intent, button, isDangerous = false, className, buttonLabel } = options;
  return h(
    'form',
    { method: 'post', action, class: className },
    hidden('form_token', visit.formToken),
    intent === undefined ? null : hidden('intent', intent),
    ...children,
    h('button', { type: 'submit', class: isDangerous ? 'danger' : undefined, 'aria-label': buttonLabel }, button),
  );
}

/** Returns a one-button form for an element of a list. `fields` identify the element; `about` describes the button to screen readers. */
export const elementForm = (
  visit: Pick<Visit, 'formToken'>,
  { path, intent, button, about, isDangerous }: { path: string; intent: string; button: string; about: string; isDangerous: boolean },
  ...fields: Content[]
): Element => form(visit, { action: path, intent, button, isDangerous, className: 'inline', buttonLabel: about }, ...fields);

export const elementList = (elements: readonly Element[], none: string): Element =>
  elements.length === 0 ? paragraph(none) : h('ul', { class: 'things' }, ...elements);

/** Returns an element of a list: facts about a thing, and the buttons that act on it. */
export const listItem = (facts: readonly Content[], ...buttons: readonly Content[]): Element => h('li', {}, h('div', {}, ...facts), ...buttons);

interface FieldOptions {
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string;
  readonly autocomplete?: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly lengthMax?: number;
}

export function labelled(options: FieldOptions): Element {
  const { id, name = id, label, type = 'text', value, autocomplete = 'off', hint, isOptional = false, lengthMax = 320 } = options;
  return h(
    'p',
    { class: 'field' },
    h('label', { for: id }, label),
    hint === undefined ? null : h('span', { class: 'hint', id: `${id}-hint` }, hint),
    h('input', {
      id,
      name,
      type,
      value,
      autocomplete,
      required: !isOptional,
      maxlength: lengthMax,
      'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
      ...(type === 'email' && { inputmode: 'email', autocapitalize: 'none', spellcheck: 'false' }),
    }),
  );
}

export const addressField = (visit: Visit, autocomplete: 'email' | 'username'): Element =>
  labelled({ id: 'address', label: 'E-mail address', type: 'email', value: field(visit, 'address', 320), autocomplete });

/** Returns a hidden field that tells password managers which account a form belongs to. */
export const userName = (address: string): Element =>
  h('input', { type: 'text', name: 'username', value: address, autocomplete: 'username', readonly: true, hidden: true });

export const notice = (kind: 'done' | 'fault', ...text: Content[]): Element =>
  h('p', { class: `notice ${kind}`, role: kind === 'fault' ? 'alert' : 'status' }, ...text);

export const revealedText = (id: string, heading: string, advice: string, secret: string): Element =>
  h(
    'section',
    { 'aria-labelledby': id, class: 'notice done' },
    h('h2', { id }, heading),
    paragraph(advice),
    h('code', { class: 'secret', id: 'revealed', tabindex: 0 }, secret),
  );

export const paragraph = (...content: Content[]): Element => h('p', {}, ...content);
/** Returns a line of minor facts about an element of a list. */
export const factsLine = (...content: Content[]): Element => h('p', { class: 'facts' }, ...content);

export const link = (to: string, text: string): Element => h('a', { href: to }, text);

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
export const shownTime = (instant: string): Element => h('time', { datetime: instant }, `${dates.format(new Date(instant))} UTC`);

const grouped = new Intl.NumberFormat('en-US');
export const shownCount = (count: number): string => grouped.format(count);

export const hidden = (name: string, value: string): Element => h('input', { type: 'hidden', name, value });

export const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
