import { testPublished } from './test-published.ts';

testPublished('the wrappers of alphai-sdk for LangChain, LlamaIndex and Haystack, a call each', 'wrappers_test.py', [
  'requirements.txt',
  'wrappers.txt',
]);
