// Small logos of payment methods. They are decorative: the method's name is beside them.

import styles from "./payments.module.css";

function Mark({ fill, text, color = "#fff" }: { fill: string; text: string; color?: string }) {
  const width = Math.max(34, text.length * 6.4 + 10);
  return (
    <svg aria-hidden="true" width={width} height={22} viewBox={`0 0 ${width} 22`}>
      <rect x="0.5" y="0.5" width={width - 1} height="21" rx="4" fill={fill} stroke="#e4dac8" />
      <text
        x={width / 2}
        y="15"
        textAnchor="middle"
        fontFamily="system-ui, sans-serif"
        fontSize="10"
        fontWeight="700"
        fill={color}
      >
        {text}
      </text>
    </svg>
  );
}

function Mastercard() {
  return (
    <svg aria-hidden="true" width="34" height="22" viewBox="0 0 34 22">
      <rect x="0.5" y="0.5" width="33" height="21" rx="4" fill="#fff" stroke="#e4dac8" />
      <circle cx="14" cy="11" r="6" fill="#eb001b" />
      <circle cx="20" cy="11" r="6" fill="#f79e1b" />
      <path d="M17 5.8a6 6 0 0 1 0 10.4a6 6 0 0 1 0-10.4Z" fill="#ff5f00" />
    </svg>
  );
}

const visa = <Mark key="visa" fill="#1a1f71" text="VISA" />;
const amex = <Mark key="amex" fill="#0b5b9d" text="AMEX" />;
const MARKS: Record<string, React.ReactNode> = {
  card: [visa, <Mastercard key="mastercard" />, amex],
  visa,
  mastercard: <Mastercard />,
  amex,
  link: <Mark fill="#00d66f" text="link" color="#011e0f" />,
  sepa_debit: <Mark fill="#10298e" text="SEPA" />,
  bancontact: <Mark fill="#005498" text="Bancontact" />,
  eps: <Mark fill="#71295f" text="eps" />,
  ideal: <Mark fill="#cc0066" text="iDEAL" />,
  p24: <Mark fill="#d13239" text="P24" />,
  blik: <Mark fill="#111" text="BLIK" />,
  multibanco: <Mark fill="#3b5ca3" text="Multibanco" />,
  alipay: <Mark fill="#1677ff" text="Alipay" />,
  wechat_pay: <Mark fill="#07a14a" text="WeChat Pay" />,
  amazon_pay: <Mark fill="#232f3e" text="amazon pay" />,
  cashapp: <Mark fill="#00b83a" text="Cash App" />,
  klarna: <Mark fill="#ffb3c7" text="Klarna" color="#17120f" />,
  affirm: <Mark fill="#4a4af4" text="affirm" />,
  afterpay_clearpay: <Mark fill="#b2fce4" text="Afterpay" color="#000" />,
};

/** Renders the logos of a method or of a card's brand; nothing if there are none. */
export function Logos({ method }: { method: string }) {
  const marks = MARKS[method];
  return marks ? <span className={styles.logos}>{marks}</span> : null;
}
