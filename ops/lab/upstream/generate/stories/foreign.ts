/** Defines headlines and leads in languages other than English, for tests of language detection. */
import { pick, type Random } from '../../random.ts';
import { companyOfNews, dollars, percent } from '../world.ts';
import type { StoryFacts } from './facts.ts';

export interface ForeignLanguage {
  readonly tag: string;
  readonly headlines: readonly string[];
  readonly leads: readonly string[];
}

export function foreignFacts(random: Random): StoryFacts {
  const company = companyOfNews(random);
  return {
    tickers: company.tickers.slice(0, 1),
    facts: {
      company: company.brand,
      ticker: company.tickers[0] ?? '',
      value: dollars(random, 20, 4_000)
        .replace('$', '')
        .replace(/ (million|billion)/, ''),
      change: percent(random, 1, 15),
      year: pick(random, ['2027', '2028', '2029', '2030']),
    },
  };
}

// prettier-ignore
export const foreignLanguages: readonly ForeignLanguage[] = [
  { tag: 'de', headlines: ['{company} [übertrifft|verfehlt] die Erwartungen der Analysten deutlich', 'Aktie von {company} [steigt|fällt] um {change} nach Quartalszahlen', '{company} kündigt Übernahme für {value} Millionen Euro an'], leads: ['Der Konzern {company} hat im abgelaufenen Quartal einen Gewinn von {value} Millionen Euro erzielt und damit die Prognosen der Fachleute [übertroffen|verfehlt], wie das Unternehmen am Donnerstag mitteilte.', 'Die Papiere von {company} verloren zeitweise {change}, weil die Nachfrage schwächer ausfiel als zunächst gedacht; bis {year} soll der Umsatz wieder wachsen.'] },
  { tag: 'fr', headlines: ['{company} [relève|abaisse] ses prévisions annuelles après un trimestre solide', "L'action {company} [bondit|recule] de {change} à l'ouverture", '{company} va racheter un concurrent pour {value} millions d’euros'], leads: ["Le groupe {company} a annoncé jeudi un bénéfice net de {value} millions d’euros au troisième trimestre, au-dessus des attentes des analystes, grâce à la demande européenne.", "Le titre de {company} gagnait {change} en début de séance après l'annonce d'un plan d'économies qui doit durer jusqu'en {year}."] },
  { tag: 'es', headlines: ['{company} [gana|pierde] {value} millones y [sube|recorta] su dividendo', 'Las acciones de {company} [suben|caen] un {change} tras los resultados', '{company} compra a su rival por {value} millones de euros'], leads: ['La compañía {company} informó el jueves de un beneficio de {value} millones de euros en el trimestre, por encima de lo que esperaban los analistas, gracias a la mejora de la demanda.', 'Los títulos de {company} avanzaban un {change} después de que la empresa elevara sus previsiones para {year}.'] },
  { tag: 'pt', headlines: ['{company} [supera|frustra] previsões e ações [sobem|caem] {change}', 'Lucro da {company} chega a {value} milhões no trimestre'], leads: ['A {company} registou um lucro de {value} milhões no terceiro trimestre, acima do que os analistas esperavam, e manteve as metas para {year}, segundo comunicado divulgado na quinta-feira.'] },
  { tag: 'ru', headlines: ['Акции {company} [выросли|упали] на {change} после отчётности', '{company} [купит|продаст] завод за {value} млн долларов', 'Прибыль {company} превысила прогнозы аналитиков'], leads: ['Чистая прибыль компании {company} в третьем квартале составила {value} млн долларов, что выше ожиданий рынка, говорится в сообщении, опубликованном в четверг.'] },
  { tag: 'ja', headlines: ['{company}、純利益{value}億円で予想を上回る', '{company}株が{change}[上昇|下落]、決算を受け', '{company}、{year}年までに新工場を建設へ'], leads: ['{company}が発表した四半期決算は、純利益が{value}億円と市場予想を上回った。株価は一時{change}動いた。'] },
  { tag: 'zh', headlines: ['{company}第三季度净利润达{value}亿元，超出预期', '{company}股价[上涨|下跌]{change}', '{company}计划{year}年前扩大产能'], leads: ['{company}周四公布的财报显示，第三季度净利润为{value}亿元，高于分析师预期，股价一度变动{change}。'] },
  { tag: 'ko', headlines: ['{company}, 3분기 순이익 {value}억원… 예상치 상회', '{company} 주가 {change} [상승|하락]'], leads: ['{company}는 3분기 순이익이 {value}억원으로 시장 예상을 웃돌았다고 목요일 밝혔다. 주가는 {change} 움직였다.'] },
  { tag: 'ar', headlines: ['أرباح {company} تتجاوز التوقعات وتبلغ {value} مليون دولار', 'سهم {company} [يرتفع|يتراجع] {change} بعد النتائج'], leads: ['أعلنت شركة {company} يوم الخميس أن أرباحها الفصلية بلغت {value} مليون دولار، متجاوزة توقعات المحللين.'] },
  { tag: 'el', headlines: ['Η {company} [αύξησε|μείωσε] τα κέρδη της κατά {change}', 'Άνοδος {change} για τη μετοχή της {company}'], leads: ['Η {company} ανακοίνωσε την Πέμπτη καθαρά κέρδη {value} εκατομμυρίων ευρώ για το τρίτο τρίμηνο, πάνω από τις προβλέψεις των αναλυτών.'] },
];
