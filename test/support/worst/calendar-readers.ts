/** The readers of the agencies' schedules, with the places in their pages that may contain any text. */
import { readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import type { Agency } from '#schemas/calendar.ts';
import type { Reader } from './reader.ts';

const reader = (agency: Agency, places: Reader['places']): Reader => ({
  name: `schedule of ${agency}`,
  read: (body) => readCalendarDocument({ body, agency }),
  places: { ...places, 'whole document': (text) => text },
});

const event = (summary: string, more = ''): string =>
  `BEGIN:VCALENDAR\nPRODID:Bureau of Labor Statistics\nBEGIN:VEVENT\nDTSTART;TZID=US-Eastern:20260114T083000\nSUMMARY:${summary}\n${more}\nEND:VEVENT\nEND:VCALENDAR\n`;
const row = (...cells: readonly string[]): string =>
  `<table><tr><th>Year 2026</th></tr><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`;
const meeting = (month: string, days: string, more = ''): string =>
  `<h4>2026 FOMC Meetings</h4><div class="row fomc-meeting"><div class="fomc-meeting__month">${month}</div><div class="fomc-meeting__date">${days}</div>${more}</div>`;
const release = (date: string, title: string): string => `<p>${date}</p><h3><a href="/newsroom/releases/eta/eta20261119">${title}</a></h3>`;

export const calendarReaders: readonly Reader[] = [
  reader('bls', {
    summary: (text) => event(`Consumer Price Index ${text}`),
    line: (text) => event('Consumer Price Index', text),
    start: (text) => event('Consumer Price Index').replace('20260114T083000', text),
    'before the calendar': (text) => `${text}${event('Consumer Price Index')}`,
  }),
  reader('bea', {
    date: (text) => row(text, 'Personal Income and Outlays, July 2026'),
    title: (text) => row('August 26 8:30 AM', `GDP (Second Estimate) ${text}, 2nd Quarter 2026`),
    attribute: (text) => row('<p>August 26</p><p>8:30 AM</p>', 'Personal Income and Outlays, July 2026').replace('<table>', `<table ${text}>`),
  }),
  reader('census', {
    date: (text) => row('Advance Monthly Sales for Retail and Food Services', text),
    period: (text) => row('Advance Monthly Retail', 'August 14, 2026', text),
  }),
  reader('fed', {
    month: (text) => meeting(text, '27-28'),
    days: (text) => meeting('January', `27-28 ${text}`),
    minutes: (text) => meeting('January', '27-28', `<div>(Released ${text})</div>`),
    link: (text) => meeting('January', '27-28', `<a href="monetary20260128${text}">x</a>`),
    class: (text) => `<div class="${text}">${meeting('January', '27-28')}</div>`,
    heading: (text) => `<h4>${text}</h4>${meeting('January', '27-28')}`,
  }),
  reader('dol', {
    date: (text) => release(text, 'Unemployment Insurance Weekly Claims Report'),
    title: (text) => release('November 19, 2026', `Unemployment Insurance Weekly Claims ${text}`),
  }),
];
