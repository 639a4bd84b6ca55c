/** svc_calendar: scheduled US macro releases. */
import { z } from 'zod';
import { CalendarOccurrence, eventKeys, importances } from '#schemas/calendar.ts';
import { calendarList, type CalendarList } from '../../calendar/list.ts';
import { ask } from '../ask.ts';
import { readOnly, sizeInput, type ToolResult, type Tool } from '../tool.ts';

export const calendarTool: Tool = {
  name: 'svc_calendar',
  title: 'Calendar of macro releases',
  description:
    'Dates of US macro releases: FOMC decisions and minutes, CPI, PPI, payrolls (nfp), GDP, PCE, retail sales, jobless claims, JOLTS, in order of time (UTC). By default today and the next six days. It has no figures; use svc_macro for figures and reactions. `schedule_basis: inferred` marks dates that the agency has not announced.',
  annotations: { ...readOnly, openWorldHint: false },
  input: z.strictObject({
    from_date: z.string().optional().meta({ description: 'Start, inclusive: 2026-12-01 or 2026-12-01T13:30:00Z; default today 00:00 UTC' }),
    to_date: z.string().optional().meta({ description: 'End, exclusive (a date is not included); default 7 days after the start, at most 400' }),
    event_key: z.array(z.enum(eventKeys)).optional().meta({ description: 'Only these series' }),
    importance: z.array(z.enum(importances)).optional().meta({ description: 'Only these tiers' }),
    ...sizeInput,
  }),
  aliases: { from: 'from_date', to: 'to_date', event: 'event_key' },
  output: z.object({ note: z.string().nullable(), results: z.array(CalendarOccurrence) }),
  run: async (call) => {
    const { results } = await ask<z.output<typeof CalendarList>>({ operation: calendarList, call, query: call.arguments });
    return calendarFound(results, results.length);
  },
}; // prettier-ignore

export function calendarFound(results: readonly CalendarOccurrence[], shown: number): ToolResult {
  const next = results[shown];
  return {
    at: () => ({
      note: results.length === 0 ? 'No release in this window. Choose a later to_date.' : null,
      results: results.slice(0, shown),
    }),
    shortened: '',
    fewer: { rows: shown, with: (rows) => calendarFound(results, rows) },
    ...(next !== undefined && {
      cut: `Only ${shown} of ${results.length} releases fit in max_tokens. Continue with from_date=${next.scheduled_at} and the same to_date.`,
    }),
  };
}
