/** All operations, in the order in which their paths are matched: a fixed path must precede one with a parameter in the same place. */
import { newsBrief } from './brief/brief.ts';
import { coverage } from './coverage.ts';
import { schemaOperation } from './docs/schema.ts';
import { serviceRoot } from './docs/root.ts';
import { swaggerUi, swaggerUiAsset } from './docs/swagger-ui.ts';
import { calendarList } from './calendar/list.ts';
import { exportDay, exportDays } from './export/export.ts';
import { article } from './feed/article.ts';
import { newsList } from './feed/list.ts';
import { macroList } from './feed/macro.ts';
import { related } from './feed/related.ts';
import { sourceText } from './feed/source-text.ts';
import { newsStream } from './feed/stream.ts';
import { trending } from './feed/trending.ts';
import { insiderClusters } from './insider/clusters.ts';
import { insiderList } from './insider/list.ts';
import type { Operation } from './operation.ts';
import { quality } from './quality/quality.ts';
import { qualityPage } from './quality/page.ts';
import { newsSearch } from './search/search.ts';
import { radarSnapshot } from './radar/snapshot.ts';
import { storyList } from './stories/list.ts';
import { storyMaterials } from './stories/materials.ts';
import { storyDetail } from './stories/story.ts';
import { topStories } from './stories/top.ts';
import { earningsLatest } from './symbols/earnings-latest.ts';
import { earningsList } from './symbols/earnings-list.ts';
import { insiderSummary } from './symbols/insider-summary.ts';
import { insiderTrades } from './symbols/insider-trades.ts';
import { symbolsList } from './symbols/list.ts';
import { sectorSymbols, symbolsDirectory } from './symbols/sectors.ts';
import { symbolPeers } from './symbols/peers.ts';
import { sentimentSummary } from './symbols/sentiment-summary.ts';
import { symbolDetail } from './symbols/symbol.ts';
import { usage } from './usage.ts';

export const operations: readonly Operation[] = [
  newsList,
  newsStream,
  newsSearch,
  newsBrief,
  trending,
  macroList,
  insiderList,
  insiderClusters,
  article,
  related,
  sourceText,
  storyList,
  topStories,
  storyDetail,
  storyMaterials,
  symbolsList,
  symbolsDirectory,
  sectorSymbols,
  symbolDetail,
  sentimentSummary,
  symbolPeers,
  insiderSummary,
  insiderTrades,
  earningsLatest,
  earningsList,
  radarSnapshot,
  coverage,
  quality,
  calendarList,
  usage,
  exportDays,
  exportDay,
  schemaOperation(() => operations),
  swaggerUi,
  swaggerUiAsset,
  qualityPage,
  serviceRoot,
];
