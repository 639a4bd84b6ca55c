import { testPublished } from './test-published.ts';

testPublished('alphai-sdk, unchanged, against /compat/alphai: every method but its stories', 'sdk_test.py', ['requirements.txt']);
