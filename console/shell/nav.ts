/** The entries of the navigation rail, in groups, with the roles that see them. */
import type { IconComponent } from '../icons/icon.ts';
import {
  BookOpen,
  Cable,
  ChartNoAxesColumn,
  Clapperboard,
  Code,
  Gauge,
  HardDriveDownload,
  Images,
  KeyRound,
  ListChecks,
  ReceiptText,
  Scale,
  ScrollText,
  Server,
  Settings,
  Shapes,
  ShieldExclamationPoint,
  Sparkles,
  Tags,
  Users,
  Wallet,
  Webhook,
} from '../icons/icons.ts';
import type { User } from '../data/session.ts';
import type { shellMessages } from './messages.ts';

type PageName = keyof (typeof shellMessages)['en']['pages'];
type GroupName = keyof (typeof shellMessages)['en']['groups'];

export interface NavItem {
  readonly to: string;
  readonly name: PageName;
  readonly icon: IconComponent;
  /** The minimum role that sees the entry. Absent means everyone. */
  readonly role?: User['role'];
}

export interface NavGroup {
  readonly name: GroupName;
  readonly items: readonly NavItem[];
}

export const nav: readonly NavGroup[] = [
  {
    name: 'create',
    items: [
      { to: '/image', name: 'image', icon: Sparkles },
      { to: '/video', name: 'video', icon: Clapperboard },
      { to: '/gallery', name: 'gallery', icon: Images },
    ],
  },
  {
    name: 'build',
    items: [
      { to: '/models', name: 'models', icon: Shapes },
      { to: '/compare', name: 'compare', icon: Scale },
      { to: '/tokens', name: 'tokens', icon: KeyRound },
      { to: '/connect', name: 'connect', icon: Cable },
      { to: '/webhooks', name: 'webhooks', icon: Webhook },
      { to: '/reference', name: 'reference', icon: Code },
    ],
  },
  {
    name: 'account',
    items: [
      { to: '/tasks', name: 'tasks', icon: ListChecks },
      { to: '/usage', name: 'usage', icon: ChartNoAxesColumn },
      { to: '/ledger', name: 'ledger', icon: ReceiptText, role: 'owner' },
      { to: '/people', name: 'people', icon: Users, role: 'owner' },
    ],
  },
  {
    name: 'operate',
    items: [
      { to: '/overview', name: 'overview', icon: Gauge, role: 'operator' },
      { to: '/engines', name: 'engines', icon: Server, role: 'operator' },
      { to: '/local', name: 'local', icon: HardDriveDownload, role: 'operator' },
      { to: '/prices', name: 'prices', icon: Tags, role: 'operator' },
      { to: '/groups', name: 'groups', icon: BookOpen, role: 'operator' },
      { to: '/accounts', name: 'accounts', icon: Wallet, role: 'operator' },
      { to: '/moderation', name: 'moderation', icon: ShieldExclamationPoint, role: 'operator' },
      { to: '/audit', name: 'audit', icon: ScrollText, role: 'operator' },
      { to: '/settings', name: 'settings', icon: Settings, role: 'operator' },
    ],
  },
];
