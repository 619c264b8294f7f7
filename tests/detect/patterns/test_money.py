from __future__ import annotations

import pytest
from detect_support import found

from privacy_chains.detect import PatternDetector

DETECT = PatternDetector({"MONEY"}).detect


@pytest.mark.parametrize(
    "text",
    [
        "balance greater than «$2000».",
        "«$1,000,000» «€1.234,56» «12k USD» «1.5 Mio. EUR» «USD 12,000.50» («$27») «50 dollars»",
        "«two million dollars», «five hundred euros», «twenty-five cents»",
        "«US$5», «C$10.50», «£3.99», «¥5000», «₹12,34,567», «R$ 1.234,50», «CHF 1'200.50», «Rs. 500»",
        "«$2.5 million», «$5bn», «$1.2k», «€3 Mrd.», «$5-million»",
        "«5 €», «10,50 EUR», «1 234,50 €», «100 kr», «99 zł»",
        "«$50»-«100», «$5» to «$10», «3»-«5 million dollars», from «€10»\u2013«20»",
        "He paid «$5», «$10» and «$15», then «$20».",
        "It costs «R50», «R 1200», «R5M» and «R3 million», «R1,200», «R45.50», «R4500»",
        "not R23791762 or Winnipeg, MB R3B 1K1, R3C4T3 or Bray R47 2V0X",
        "bought for «R80», the fee is «R20», «R150» per month, «R99»/day, price: «R45»",
        "cost «R10»-«R20», balance -«R1,200.00»",
        "I gave her «R350» and paid «R12k».",
        "It cost «twelve hundred dollars», «eleven hundred bucks» or «nineteen hundred and fifty dollars».",
        "«one thousand three hundred pounds», «fifty thousand pounds» a year, «one thousand and three hundred pounds»",
        "It was about «fifty thousand pounds», or «1.5 million pounds».",
        "She owes me «20 pounds», paid «300 pounds» for it, rent of «900 pounds», «60 pounds» per week",
        "He earns «20»-«30 pounds» an hour; I gave him «twenty pounds». The ticket was «20 pounds»",
        "**Salary:** «93500», **Salary:** «93,500»\n**Salary**: «93,500»\nSalary: **«93,500»**",
        "- **Base salary:** «93,500»\nSalary - «93,500»\nCurrent salary \u2013 «93500»",
        "Annual salary («93,500»)\n* Salary («93500»), paid",
        "**Rent:** «1,200», *Salary:* «93,500», <b>Salary:</b> «93500», <strong>Fee</strong>: «45»",
        "Salary «93500», wages «41200», and Salary\n«93,500»\nRent\n«1,200»\nthen",
        "Bruttolohn «4.230,00»   Lohnsteuer «612,33»   Netto «2.811,07»",
        "Gross «4,230.00»  Tax «612.33»  Net pay «2,811.07»",
        "she's on «48k», he is on «48k» a year, the offer is «140k» + 15%, they are now on about «52k»",
        "earns «500,000» per year, makes «20» an hour, paid «3000» monthly",
        "Her salary is «85,000» and her rent of «1200» is due.",
        "a balance greater than «2000».",
        "net worth: «1,000,000», income = «52000»; price «20».".replace("price «20»", "price: «20»"),
        'the record {"salary": «85000», "fee": «12.50»}',
        '{"base_salary": «85000», "annualSalary": «85000», "salaryUsd": «9», "income_2023": «44000»}',
        '{"subtotal": «45.10», "amount": «3»}',
        "salary (EUR): «98,000», price in USD: «30», rent_total = «900»",
        "charge failed amount=«129.99» ip=1 balance=«1200» user=ann",
        "It costs «300», she owes «45.50» and spent «20» on it.",
        "salary of «120k», budget of «two million»",
        "-«$50», +«$7», ~«$9»",
        "balance: -«54.12», rent: +«1200», total: -«45.10»",
        "1a Wages .......... «84,210»\nRefund ____ «803»\nTotal income…… «84,522»",
        "Joint income «142,000»; rent «690», student loan «285»/mo, salary «52k», Miete «690», stipendio «52k»",
        '{"amount": {"value": "«12.50»", "currency": "ARS"}, "salary": {"currency": "EUR", "value": «2150»}}',
        '<salary currency="EUR" basis="net">«2150»</salary><amt>«12.50»</amt>',
        "User(salary=Decimal('«48500.00»'), name='x')",
        "UPDATE staff SET salary = «90000» WHERE id = 1;",
        "final pay of «4,310», hourly_rate: «31.50», gross: «2520.00», net = «1890.25»",
        "pay«$500», cost«$5.50», «$1» a day",
        "SELECT * FROM bills WHERE cents > «$100»; the fee is «$5»",
        "un assegno di «euro 1.120,50», «Euro 500,00» oder «Euro 12.000»",
    ],
)
def test_an_amount_is_found_with_its_currency(text: str) -> None:
    assert found(DETECT, text, "MONEY") == text


@pytest.mark.parametrize(
    "text",
    [
        "We shipped 500 items in 2024.",
        "1. First 2. Second [12] (3) 4th place",
        "version 1.2.3 at 10:30 on 2024-05-01",
        "It costs 20 lives. She made 3 attempts and received 12 letters.",
        '{"total": 45, "page": 1} total=45 subtotals: 3, the amount of 5 files',
        "salary increased by 5%, a fee of 3 percent",
        "I paid 2 visits; he earns 3 points.",
        "the price in 2019 was high",
        "call 555-0143, room 12, 53 Broadway Street",
        "5 pounds of flour, 3 francophone people",
        "He lost 20 pounds, she weighs 150 pounds, a 40 pound bag, 20 pounds overweight, lost ten pounds in a month",
        "It is down by approximately thirty pounds, up ten pounds; the truck weighs fifty thousand pounds",
        "The dog is 60 pounds, the baby is eight pounds, two pounds ground beef, fifty pounds per square inch",
        "salary * 12, salary*12, salary**2, x = price - 100, the total cost (300), by price (1,200 items)",
        "Salary 2024, Salary - 12 months, Rent (12), Rent\n- 300 people, the budget (2024), Total (2023)",
        "loan 12345, net 12.50 kg",
        "we are on 48k users, she's on 48k followers, salary,name\nx,93500\nname,salary\n930,Kai",
        "R12 and R20 are resistors on the board; R12 is burnt. R1 = 4.7k, R2 = 10k ohm",
        "=SUM(R1:R22), for i in range(R1, R2): R3 = i * R12; cost = R1 + R2; f(R1,20), MOV R1,200",
        "MSH|ORU^R01|1, Section R5, Rule R1.2, the PowerEdge R740, R134a, R1C1, R 4.3 and R 5",
        "total of 5 people, amount of 3 litres",
        "rent 2024, budget 12 items, price 300 times, income 45",
        "gross: 12, net: 300, paid: 3 of 5",
        "at com.example.Api$$Lambda$1432/0x0000 Foo$1.run(Foo.java:3) Outer$2(X) Outer$1@3f2a",
        "SELECT name FROM users WHERE id = $1 AND age > $2 LIMIT $3; INSERT INTO t VALUES ($1, $2)",
        "awk '{print $1, $3}' access.log",
        "Euro 2024, Diesel Euro 6, the euro 2016 final",
    ],
)
def test_other_numbers_are_no_amounts(text: str) -> None:
    assert found(DETECT, text, "MONEY") == text


@pytest.mark.parametrize("text", ["weekly pay is «980»", "Steuerbrutto: «3.412,50»"])
def test_amounts_behind_words_that_no_list_repeats(text: str) -> None:
    assert found(PatternDetector({"MONEY"}).detect, text, "MONEY") == text


@pytest.mark.parametrize(
    "text",
    [
        "«67 million pounds», «EURO 237 million», «LYD 812,440.50», «XCD 12», in 2019 «USD 40,000»",
        "in 1999 «EUR 3.8 million» were paid; UEFA EURO 2024 was in Germany",
    ],
)
def test_a_year_before_an_amount_is_none_of_it_and_every_code_is_a_currency(text: str) -> None:
    assert found(DETECT, text, "MONEY") == text
